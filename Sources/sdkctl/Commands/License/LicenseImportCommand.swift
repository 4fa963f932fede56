// SPDX-License-Identifier: Apache-2.0

struct LicenseImportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Imports the licence issued for this device's request.")

  @Argument(help: "The file that the server's operator sent.")
  var file: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let settings = try global.requiredLicenseSettings()
    // As JSON, or with a line end, it is a little longer than the document.
    let document = try Files.read(file, upTo: 2 * LicenseVerifier.maximumBytes)
    let manager = try global.managerOfHeldLicense(settings, telling: console)
    let status = try await manager.importLicense(document)
    return status.report(place: settings.path)
  }
}
