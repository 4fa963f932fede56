// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import Imprint
import ImprintTrial
import Logging

/// The main job on real input, as an application would do it: it uses the facade and nothing else.
@main
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "imprint-demo",
    abstract: "Captures, enrols, verifies and identifies faces from photographs played as a camera.")

  @Option(help: "An installation or stage: the folder with plugins/ and variants/.")
  var root: String

  @Option(help: "The folder of the photographs: obama.jpg, obama2.jpg, obama3.jpg, biden.jpg.")
  var samples: String

  @Option(help: "Where to write the page.")
  var report: String = "demo/report.html"

  func run() async throws {
    let license = await LicenseToUse.find(
      settings: nil, renewing: true, logger: Logger(label: "imprint-demo"))
    for warning in license.warnings { tell("warning: licence: \(warning)") }
    guard let facts = license.entitlements.license else {
      tell(
        "There is no licence. For a trial licence: sdkctl license trial. "
          + "scripts/demo runs a licence server of its own.")
      throw ExitCode.failure
    }
    tell(
      "licence: \(license.isTrial ? "trial" : "profile \(facts.profile)"), "
        + facts.features.map(\.rawValue).joined(separator: ", "))
    var times = DemoTimes()
    let system = try times.opening.measure {
      try BiometricSystem.open(
        ImprintConfiguration(
          searchPath: .standard(explicit: [root]), variant: "face",
          plugins: ["dev.imprint.device-puppet", "dev.imprint.device-replay"],
          entitlements: license.entitlements))
    }
    let run = try await DemoRun.perform(system: system, samples: samples, times: times)
    try ReportPage(ReportContent(of: run, date: Date())).write(to: report)
    tell(DemoSummary(run: run).text)
    tell("report: \(report)")
    if !run.separates {
      tell("A person was matched with somebody else, or a print was taken for a person: the demo has failed.")
      throw ExitCode.failure
    }
  }
}

/// Lines on standard output: text from licences, plugins and paths is made visible.
private func tell(_ lines: String) { print(VisibleText.lines(lines)) }
