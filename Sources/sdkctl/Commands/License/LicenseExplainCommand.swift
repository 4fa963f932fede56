// SPDX-License-Identifier: Apache-2.0

struct LicenseExplainCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explains the verdict on this machine's licence, step by step.",
    discussion: "Uses no network. Exit code 1 if the licence is not valid.")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let (manager, place, isTrial) = try global.heldLicense(telling: console)
    let explanation = await manager.explain()
    let (walk, status) = (VerdictWalk(explanation.steps), explanation.status)
    return Report(
      text: walk.text(console) + "\n\n" + status.report(place: place, isTrial: isTrial).text,
      json: ["state": status.state.rawValue, "steps": walk.json],
      isSuccess: status.isLicensed)
  }
}
