// SPDX-License-Identifier: Apache-2.0
import ImprintSettings

@main
enum Program {
  static func main() { CommandProgram.main(LicenseServerProgram.self) { NearestWord.to($0, among: $1) } }
}
