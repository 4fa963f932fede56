// SPDX-License-Identifier: Apache-2.0

struct LicenseActivateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "activate", abstract: "Fetches the licence, or renews it where that is due.",
    discussion: """
      What is given is written to the settings, license.yaml, which every other command reads, once the licence is \
      there: where it does not come, they stay as they were. Without anything given, they are used as they are. \
      Needs the network only where the licence is absent, due or expired.
      """)

  @OptionGroup var options: LicenseSettingsOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let file = try options.settings(of: global)
    let status = try await file.manager(logger: global.logger).activateAnew()
    try options.write(file, to: console)
    return status.report(place: file.path)
  }
}
