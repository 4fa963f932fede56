// SPDX-License-Identifier: Apache-2.0

/// The command line: an application can do everything it does through the library.
struct Sdkctl: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sdkctl",
    abstract: "Lists plugins, captures, enrols, verifies and identifies faces, and looks after licences.",
    discussion: """
      Exit codes: 0 success, 1 failure (also: not verified, nobody found, interrupted), 64 wrong usage.
      With --json exactly one JSON document goes to standard output, also for an error; what goes on \
      meanwhile is told on standard error. Where that is a terminal, work on several pictures (enroll, verify, \
      identify, evaluate) shows a bar, and plugin check each check as it ends; what reads one plugin, of \
      4 GiB at most, shows none.
      Completions: sdkctl --generate-completion-script bash|zsh|fish
      """,
    version: "sdkctl \(BuildInformation.text); \(BuildInformation.flavour.enforcement)",
    subcommands: [
      PluginCommand.self, TrustCommand.self, VariantCommand.self, DoctorCommand.self, DeviceCommand.self,
      CaptureCommand.self,
      EnrollCommand.self,
      VerifyCommand.self, IdentifyCommand.self, CompareCommand.self, UserCommand.self,
      TemplateCommand.self,
      EvaluateCommand.self, CardCommand.self, LicenseCommand.self, LKMSCommand.self,
    ])
}
