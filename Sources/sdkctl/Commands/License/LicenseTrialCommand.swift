// SPDX-License-Identifier: Apache-2.0
import ImprintTrial

struct LicenseTrialCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "trial", abstract: "Makes a licence of 30 days for this machine, to try Imprint.",
    discussion: """
      Only sdkctl and the demo take it: an application has trust anchors of its own. It covers Imprint's own features, \
      and no plugin of a publisher's own product. There is none where the machine's settings forbid it, or another \
      authority issues the licences, or did. It is a convenience, no licence control: another one is as easy as the first.
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
