// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintManifest
import ImprintModel
import ImprintTrust
import TestSupport
import Testing

@testable import ImprintCheck

/// The signed result, and what the loader makes of it.
struct ConformanceResultTests {
  private func report(
    _ folder: String, failing: Bool = false, isExamination: Bool = true
  ) throws -> CheckReport {
    let contents = try ReadPlugin.read(folder).contents
    let library = try #require(contents.files.first { $0.name == "libFixture.so" })
    let results = CheckCatalog.all.enumerated().map { index, check in
      CheckResult(
        check: check.id, outcome: failing && index == 3 ? .crashed(signal: 11) : .passed,
        isolation: check.isolations.contains(.process) ? .process : .inProcess)
    }
    return CheckReport(
      plugin: contents.plugin, version: contents.version, folder: folder, librarySHA256: library.sha256,
      contentsSHA256: contents.sha256, isolation: .process, seed: 7, results: results, waiverProblems: [],
      duration: .zero, isExamination: isExamination)
  }

  /// A plugin, signed, and settings that require a conformance result.
  private struct Installed {
    let root: TemporaryFolder
    let folder: String
    let publisher: ThrowawayPublisher
    let copy: PluginCopy

    init() throws {
      root = try FixturePlugin().install()
      folder = "\(root.path)/plugins/org.example.fixture"
      publisher = try ThrowawayPublisher("Examiner")
      copy = PluginCopy(place: PluginPlace(folder: folder, root: root.path))
      try publisher.sign(copy)
    }

    func judge() throws {
      _ = try publisher.judge(copy, in: root.path, requiresConformance: true)
    }
  }

  @Test func aGoodResultOpensTheGate() throws {
    let installed = try Installed()
    #expect(throws: TrustError.self) { try installed.judge() }
    let result = try ConformanceResult(report(installed.folder), time: ThrowawayPublisher.now)
    try result.sign(with: installed.publisher.key, into: installed.folder)
    try installed.judge()
  }

  @Test func whatIsSignedIsReadAgain() throws {
    let result = try ConformanceResult(report(Installed().folder), time: 1_790_000_000)
    #expect(try ConformanceResult(json: result.json) == result)
  }

  @Test func aResultOfAnotherBuildIsRefused() throws {
    let installed = try Installed()
    let result = try ConformanceResult(report(installed.folder), time: ThrowawayPublisher.now)
    try result.sign(with: installed.publisher.key, into: installed.folder)
    try installed.copy.flip("libFixture.so", at: 100)
    try installed.publisher.sign(installed.copy)
    let error = #expect(throws: TrustError.self) { try installed.judge() }
    #expect(error?.code == .notConforming)
  }

  @Test func aFailedResultIsRefused() throws {
    let installed = try Installed()
    let result = try ConformanceResult(
      report(installed.folder, failing: true), time: ThrowawayPublisher.now)
    #expect(!result.isGood)
    try result.sign(with: installed.publisher.key, into: installed.folder)
    let error = #expect(throws: TrustError.self) { try installed.judge() }
    #expect(error?.code == .notConforming)
  }

  @Test func aPluginThatChangedSinceIsNotSigned() throws {
    let installed = try Installed()
    let result = try ConformanceResult(report(installed.folder), time: ThrowawayPublisher.now)
    try installed.copy.append("# x")
    let error = #expect(throws: CheckRunError.self) {
      try result.sign(with: installed.publisher.key, into: installed.folder)
    }
    #expect(error?.code == .changedMeanwhile)
  }

  @Test func aRunThatThePluginCouldAnswerForItselfIsNoResult() throws {
    let report = try report(Installed().folder, isExamination: false)
    let error = #expect(throws: CheckRunError.self) { try ConformanceResult(report, time: 0) }
    #expect(error?.code == .unsafeSigning)
  }

  @Test func aResultSaysWhereEachCheckRanAndWhoWaived() throws {
    let whole = try report(Installed().folder)
    var results = whole.results
    let index = try #require(results.firstIndex { $0.check == "load.describe-in-time" })
    let waiver = CheckWaiver(check: "load.describe-in-time", reason: "slow", by: "Laboratory")
    results[index] = CheckResult(
      check: waiver.check, outcome: .failed(reason: "slow", place: ""), waiver: waiver)
    let report = CheckReport(
      plugin: whole.plugin, version: whole.version, folder: whole.folder, librarySHA256: whole.librarySHA256,
      contentsSHA256: whole.contentsSHA256, isolation: .process, seed: 7, results: results,
      waiverProblems: [], duration: .zero, isExamination: true)
    let result = try ConformanceResult(report, time: 1_790_000_000)
    #expect(result.isGood && result.waivers == [waiver])
    #expect(result.checks[index].isolation == .inProcess)
    #expect(result.checks.contains { $0.isolation == .process })
    #expect(try ConformanceResult(json: result.json) == result)
  }

  @Test func aPartOfTheChecksIsNoResult() throws {
    let whole = try report(Installed().folder)
    let part = CheckReport(
      plugin: whole.plugin, version: whole.version, folder: whole.folder, librarySHA256: whole.librarySHA256,
      contentsSHA256: whole.contentsSHA256, isolation: .inProcess, seed: 7,
      results: Array(whole.results.dropLast()),
      waiverProblems: [], duration: .zero, isExamination: true)
    let error = #expect(throws: CheckRunError.self) { try ConformanceResult(part, time: 0) }
    #expect(error?.code == .partialRun)
  }
}
