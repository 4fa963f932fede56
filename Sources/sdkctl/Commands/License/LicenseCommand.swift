// SPDX-License-Identifier: Apache-2.0

struct LicenseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "license", abstract: "Activates, shows and explains this machine's licence.",
    subcommands: [
      LicenseTrialCommand.self, LicenseActivateCommand.self, LicenseStatusCommand.self,
      LicenseRequestCommand.self,
      LicenseImportCommand.self, LicenseDeactivateCommand.self, LicenseVerifyCommand.self,
      LicenseExplainCommand.self,
    ])
}
