// SPDX-License-Identifier: Apache-2.0

/// The licence server and its operator's commands.
struct LicenseServerProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "imprint-lkms",
    abstract: "Issues licences: a server for devices, and the commands of its operator.",
    discussion: """
      Exit codes: 0 success, 1 failure, 64 wrong usage.
      With --json exactly one JSON document goes to standard output, also for an error.
      `sdkctl lkms …` is the same as `imprint-lkms …`.
      """,
    version: "imprint-lkms \(BuildInformation.text)",
    subcommands: [
      InitCommand.self, ServeCommand.self, CheckCommand.self, BackupCommand.self, RestoreCommand.self,
      ProfileCommand.self, KeyCommand.self,
      ActivationCommand.self, RevokeCommand.self, AuditCommand.self, UsageCommand.self, SignCommand.self,
      RenewCertificatesCommand.self,
    ])
}
