// SPDX-License-Identifier: Apache-2.0

struct LicenseDeactivateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "deactivate", abstract: "Gives the licence back, so that another device can use it.")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let file = try global.requiredLicenseSettings()
    try await file.manager(logger: global.logger).deactivate()
    return Report(
      text: "the licence of profile \(file.settings.profile) was given back",
      json: ["deactivated": true, "profile": file.settings.profile])
  }
}
