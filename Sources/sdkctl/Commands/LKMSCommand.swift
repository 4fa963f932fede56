// SPDX-License-Identifier: Apache-2.0

/// The licence server, which is a program of its own: this one links no server.
struct LKMSCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lkms",
    abstract: "Runs the licence server's program, imprint-lkms, with the arguments that follow.",
    // Its help is printed by the other program.
    helpNames: [])

  @Argument(parsing: .captureForPassthrough, help: "Arguments of imprint-lkms; --help lists them.")
  var arguments: [String] = []

  func run() throws {
    do {
      try CompanionProgram(name: "imprint-lkms").run(arguments)
    } catch {
      let wantsJSON = arguments.prefix { $0 != "--" }.contains("--json")
      Console(wantsJSON: wantsJSON, allowsColor: !arguments.contains("--no-color")).show(error)
      throw ExitCode.failure
    }
  }
}
