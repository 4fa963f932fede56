// SPDX-License-Identifier: Apache-2.0

/// The command line: an application can do everything it does through the library.
struct Sdkctl: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sdkctl",
    abstract: "Captures, enrols, verifies and identifies faces; manages plugins, devices and licences.",
    discussion: """
      Exit codes: 0 success, 1 failure (also: not verified, nobody found, interrupted), 64 wrong usage.
      With --json exactly one JSON document is written to standard output, also for an error; messages about \
      the work in progress go to standard error. If that is a terminal, work on several pictures (detect, enroll, \
      quality, verify, identify, evaluate) shows a progress bar, and plugin check each check as it ends; commands \
      that read one plugin, of at most 4 GiB, show none.
      Completions: sdkctl --generate-completion-script bash|zsh|fish
      """,
    version: "sdkctl \(BuildInformation.text); \(BuildInformation.flavour.enforcement)",
    subcommands: [
      PluginCommand.self, TrustCommand.self, VariantCommand.self, DoctorCommand.self, DeviceCommand.self,
      CaptureCommand.self, SessionCommand.self, MetadataCommand.self,
      DetectCommand.self, EnrollCommand.self,
      VerifyCommand.self, IdentifyCommand.self, CompareCommand.self, QualityCommand.self, UserCommand.self,
      TemplateCommand.self, FingerCommand.self, VoiceCommand.self, SpeechCommand.self,
      EvaluateCommand.self, PuppetCommand.self, LockoutCommand.self, CardCommand.self, LicenseCommand.self,
      LKMSCommand.self,
    ])
}
