// SPDX-License-Identifier: Apache-2.0
import ImprintManifest
import TestSupport
import Testing

@testable import ImprintCheck

/// Checks of plugins that run in a worker.
@Suite(.serialized)
struct IsolationTests {
  private func check(_ checks: Set<String>?, on folder: String) async throws -> CheckReport {
    var settings = CheckSettings(seed: 1)
    settings.only = checks
    settings.isolation = .process
    settings.deadlineFactor = 3
    return try await CheckRunner(program: FixturePlugin.program, settings: settings).run(
      FaultyStage.place(folder))
  }

  @Test func aCrashIsAFailureWithTheReasonOfTheWorker() async throws {
    let fault = try #require(PlantedFault.all.first { $0.name == "face_divides_by_zero" })
    let result = try #require(try await check([fault.check], on: fault.folder).results.first)
    #expect(result.outcome == .failed(reason: "its worker ended: SIGFPE.", place: "face-extractor.extract"))
  }

  @Test(arguments: [
    "matcher", "search", "tracker", "capture", "camera", "controls", "watch", "microphone", "cards", "voice",
    "face", "reader", "speech",
  ])
  func aPluginWithoutFaultPassesInAWorker(_ kind: String) async throws {
    let group = kind == "reader" ? "finger-reader" : kind
    let checks = FaultyStage.checks { $0.id.hasPrefix("\(group).") || $0.group == .isolation }
    let report = try await check(checks, on: "org.example.faulty-none-\(kind)")
    #expect(report.isolation == .process)
    for result in report.results {
      #expect(!result.isFailure, "\(result.check): \(result.outcome.place): \(result.outcome.reason)")
    }
    // What a plugin does is looked at in a worker too.
    #expect(report.results.contains { $0.check.hasPrefix("\(group).") && $0.outcome == .passed })
  }

  @Test func aCheckOfTheOwnProcessIsForTheOtherIsolation() async throws {
    let result = try #require(
      try await check(["life.thousand-objects"], on: "org.example.faulty-none-matcher").results.first)
    #expect(result.outcome == .inapplicable(reason: "it applies to isolation in-process."))
  }

  @Test func everyCheckIsForSomeIsolation() {
    for check in CheckCatalog.all { #expect(!check.isolations.isEmpty, "\(check.id)") }
  }
}
