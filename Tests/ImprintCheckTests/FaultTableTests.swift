// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import ImprintCheck

/// Every planted fault is found by the check that is meant for it.
@Suite(.serialized)
struct FaultTableTests {
  @Test(arguments: PlantedFault.all) func theMeantCheckFindsTheFault(_ fault: PlantedFault) async throws {
    let hangs = fault.outcome == "timed-out"
    let report = try await run([fault.check], on: fault.folder, deadlineFactor: hangs ? 0.05 : 3)
    let result = try #require(report.results.first)
    #expect(result.outcome.word == fault.outcome, "\(result.outcome) \(result.outcome.reason)")
    #expect(result.isFailure)
    // A reason is a sentence for people, with the place that the failure is in.
    if fault.outcome == "failed" {
      #expect(result.outcome.reason.count > 10, "\(result.outcome.reason)")
      #expect(!result.outcome.place.isEmpty, "\(result.outcome.reason)")
    }
  }

  @Test func everyFaultIsInTheTableOnce() throws {
    let header = BuiltProducts.package.appending(path: "Tests/FaultyPlugins/faults.h")
    let text = try String(contentsOf: header, encoding: .utf8)
    let body = try #require(text.firstMatch(of: /enum fault \{([^}]*)\}/)).1
    let code = body.split(separator: "\n").filter { !$0.contains("//") }.joined()
    let names = code.split(whereSeparator: { $0 == "," || $0.isWhitespace }).map(String.init)
    #expect(Set(names) == Set(PlantedFault.all.map(\.name) + ["none"]))
    #expect(PlantedFault.all.count == names.count - 1)
  }

  @Test func everySourceHasAFault() {
    #expect(Set(FaultySource.all) == Set(PlantedFault.all.map(\.plugin)))
  }

  @Test func everyMeantCheckIsInTheCatalogue() {
    for fault in PlantedFault.all {
      #expect(CheckCatalog.check(fault.check) != nil, "\(fault.name): \(fault.check)")
      for other in fault.also where !other.hasSuffix("*") {
        #expect(CheckCatalog.check(other) != nil, "\(fault.name): \(other)")
      }
    }
  }

  @Test func everyCheckOfHowPluginsBehaveFindsAFault() {
    let groups = Set([.parameters, .life, .threads, .memory] + CheckCatalog.ofAbilities.map { $0.group })
    let found = Set(PlantedFault.all.map(\.check))
    let idle = CheckCatalog.all.filter { groups.contains($0.group) && !found.contains($0.id) }
    #expect(idle.isEmpty, "no planted fault is found by \(idle.map(\.id))")
  }

  @Test func theReferenceListsEveryFault() throws {
    let page = BuiltProducts.package.appending(path: "docs/reference/faults.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let rows = PlantedFault.all.map { "| \($0.words) | `\($0.check)` | \($0.outcome) |" }
    let table = text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains(" | `") }.map(
      String.init)
    #expect(table == rows)
  }
}

/// A plugin without fault passes. Beside the table's own tests: a check waits for its process.
@Suite(.serialized)
struct FaultlessTests {
  @Test(arguments: FaultySource.all)
  func aPluginWithoutFaultPassesTheChecks(_ kind: String) async throws {
    let report = try await run(FaultyStage.checks { _ in true }, on: "org.example.faulty-none-\(kind)")
    #expect(report.results.contains { $0.outcome == .passed })
    for result in report.results where result.isFailure {
      Issue.record("\(result.check): \(result.outcome.place): \(result.outcome.reason)")
    }
  }
}

/// No planted fault is found by accident.
@Suite(.serialized)
struct FaultNeighbourTests {
  @Test(arguments: PlantedFault.all.enumerated().map { ($0.offset, $0.element) })
  func noOtherCheckFindsTheFaultByAccident(_ index: Int, _ fault: PlantedFault) async throws {
    // What does not end is not waited for once more.
    guard fault.outcome != "timed-out" else { return }
    let others = Self.slowAside.map(\.id).filter { !fault.breaks($0) }
    // A stray access may be any check's to see.
    guard !others.isEmpty else { return }
    // Each fault is tried by another, so that all checks are. Every fault by every check is an hour's work
    // for one processor.
    let chosen = FaultyStage.isDeep ? others : [others[index * 7 % others.count]]
    for result in try await run(Set(chosen), on: fault.folder).results where result.isFailure {
      let reason = "\(result.outcome.place): \(result.outcome.reason)"
      Issue.record("\(fault) is found by \(result.check), which is not meant to: \(reason)")
    }
  }

  /// All checks but those that take seconds.
  private static let slowAside = CheckCatalog.all.filter {
    !["life.calls-leak-nothing", "life.thousand-objects"].contains($0.id)
  }
}

private func run(
  _ checks: Set<String>?, on folder: String, deadlineFactor: Double = 3
) async throws -> CheckReport {
  var settings = CheckSettings(seed: 1)
  settings.only = checks
  settings.deadlineFactor = deadlineFactor
  return try await CheckRunner(program: FixturePlugin.program, settings: settings).run(
    FaultyStage.place(folder))
}
