// SPDX-License-Identifier: Apache-2.0
import ImprintCommandLine

@main
enum Program {
  static func main() { CommandProgram.main(VirtualCardProgram.self) }
}
