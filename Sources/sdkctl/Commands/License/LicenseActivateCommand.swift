// SPDX-License-Identifier: Apache-2.0

struct LicenseActivateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "activate", abstract: "Fetches the licence, or renews it if due.",
    discussion: """
      The options given are written to the settings, license.yaml, which every other command reads, once the \
      licence is obtained; if that fails, the settings stay unchanged. Without options the settings are used \
      as they are. Needs the network only if the licence is absent, expired or due for renewal.
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
