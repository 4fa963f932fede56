// SPDX-License-Identifier: Apache-2.0
import ImprintTrial

struct LicenseTrialCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "trial", abstract: "Creates a 30-day licence for this machine, to try Imprint.",
    discussion: """
      Only sdkctl and the demo accept it: an application has its own trust anchors. It covers Imprint's own \
      features, but no plugin of a publisher's own product. It is not available if the machine's settings \
      forbid it, or another authority issues the licences, or did. It is a convenience, not a licence \
      control: it can be repeated at will.
      """)

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let trial = TrialLicense(permission: TrialPermission(settings: global.license))
    let (status, folder) = try await trial.make(logger: global.logger)
    var report = status.report(place: folder, isTrial: true)
    report.next = global.next(after: .trial)
    return report
  }
}
