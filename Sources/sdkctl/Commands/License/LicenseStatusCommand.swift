// SPDX-License-Identifier: Apache-2.0

struct LicenseStatusCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Shows this machine's licence; exit code 1 if it is not valid.",
    discussion: "Uses no network.")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let (manager, place, isTrial) = try global.heldLicense(telling: console)
    return await manager.status().report(place: place, isTrial: isTrial)
  }
}
