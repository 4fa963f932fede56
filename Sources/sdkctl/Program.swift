// SPDX-License-Identifier: Apache-2.0

@main
enum Program {
  static func main() { CommandProgram.main(Sdkctl.self) { NearestWord.to($0, among: $1) } }
}
