// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import Logging
import Synchronization
import TestSupport
import Testing

@testable import ImprintRuntime

/// What time a test says it is.
final class TestClock: Sendable {
  private let time: Mutex<Int64>

  init(_ time: Int64) { self.time = Mutex(time) }

  var now: Int64 {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }
}

@Suite struct QuarantineStoreTests {
  let scratch: TemporaryFolder
  let clock = TestClock(1_000_000)
  let store: QuarantineStore
  var folder: String { "\(scratch.path)/state/imprint/quarantine" }

  init() throws {
    scratch = try TemporaryFolder()
    store = QuarantineStore(
      folder: "\(scratch.path)/state/imprint/quarantine", clock: { [clock] in clock.now })
  }

  private func build(_ number: UInt8 = 1, plugin: String = "org.example.one") -> PluginBuild {
    PluginBuild(
      contents: ContentHash(of: [number]), library: ContentHash(of: [number, number]), plugin: plugin,
      version: SemanticVersion(major: 1, minor: 2, patch: 3), folder: "/somewhere")
  }

  private func die(
    _ times: Int = 1, _ build: PluginBuild? = nil, _ reason: PluginDeath.Reason = .signal(11)
  ) throws {
    for _ in 0..<times {
      try store.add(PluginDeath(build ?? self.build(), in: "matcher.compare", reason: reason))
    }
  }

  @Test func twoDeathsAreStrikesAndTheThirdIsAQuarantine() throws {
    #expect(try store.standing(of: build().contents) == .clear)
    try die(2)
    #expect(try store.refusal(of: build()) == nil)
    try die()
    let refusal = try #require(try store.refusal(of: build()))
    #expect(refusal.code == .quarantined && refusal.place == "org.example.one")
    #expect(refusal.reason.contains("3 deaths") && refusal.reason.contains("matcher.compare: SIGSEGV"))
    #expect(refusal.remedy.contains("sdkctl plugin quarantine clear org.example.one"))
  }

  @Test(arguments: [
    PluginDeath.Reason.signal(11), .signal(6), .exit(0), .exit(255), .deadline(2_000), .garbage, .excess,
  ]) func everyReasonIsReadBackAsItWasWritten(reason: PluginDeath.Reason) throws {
    try die(1, nil, reason)
    let record = try #require(try store.record(of: build().contents))
    #expect(record.build == build() && record.quarantined == nil)
    let strike = try #require(record.strikes.first)
    #expect(strike.reason == reason && strike.function == "matcher.compare" && strike.time == 1_000_000)
    #expect(strike.imprint == "\(BuildInformation.version)")
  }

  @Test func deathsFarApartDoNotAddUp() throws {
    for _ in 0..<10 {
      try die(2)
      clock.now += 601
    }
    #expect(try store.refusal(of: build()) == nil)
  }

  @Test func timeDoesNotEndAQuarantine() throws {
    try die(3)
    clock.now += 100_000_000
    #expect(try store.refusal(of: build()) != nil)
  }

  @Test func aClockThatIsSetBackNeitherEndsAQuarantineNorForgetsStrikes() throws {
    try die(2)
    clock.now -= 500_000
    #expect(try store.refusal(of: build()) == nil)
    try die(1)
    #expect(try store.refusal(of: build()) != nil)
    clock.now = -1
    #expect(try store.refusal(of: build()) != nil)
    try die(1)
    #expect(try store.record(of: build().contents)?.strikes.last?.time == 0)
  }

  @Test func anotherBuildIsFreeAtOnceAndACopyElsewhereIsNot() throws {
    try die(3)
    #expect(try store.refusal(of: build(2)) == nil)
    #expect(try store.refusal(of: build(1, plugin: "org.example.copy")) != nil)
  }

  @Test func clearingLetsABuildInAgain() throws {
    try die(3)
    try die(3, build(2, plugin: "org.example.two"))
    #expect(try store.clear(try store.listing().builds(named: "org.example.one")) == 1)
    #expect(try store.standing(of: build().contents) == .clear)
    #expect(try store.refusal(of: build(2)) != nil)
    #expect(try store.clear([build().contents]) == 0)
  }

  @Test func aLiftedPolicyCountsAndRefusesNothing() throws {
    let lifted = QuarantineStore(folder: folder, policy: .lifted)
    for _ in 0..<40 { try lifted.add(PluginDeath(build(), in: "none", reason: .garbage)) }
    #expect(try lifted.refusal(of: build()) == nil)
    #expect(try lifted.record(of: build().contents)?.strikes.count == QuarantineRecord.mostStrikes)
    try die(3)
    #expect(try lifted.refusal(of: build()) == nil && store.refusal(of: build()) != nil)
  }

  @Test func aFullQuarantineForgetsTheOldestThatIsNotQuarantined() throws {
    try die(3, build(0))
    for number in 1...UInt8.max {
      clock.now += 1
      try die(1, build(number))
    }
    let known = try store.listing().records
    #expect(known.count == QuarantineStore.mostRecords)
    try store.add(
      PluginDeath(
        PluginBuild(
          contents: ContentHash(of: [9, 9]), library: ContentHash(of: [9]), plugin: "org.example.new",
          version: SemanticVersion(major: 1, minor: 0, patch: 0), folder: "/"), in: "none", reason: .garbage))
    let records = try store.listing().records
    #expect(records.count == QuarantineStore.mostRecords)
    #expect(try store.refusal(of: build(0)) != nil)
    #expect(try store.record(of: build(1).contents) == nil && store.record(of: build(2).contents) != nil)
  }

  @Test func aBuildIsNamedByItsPluginOrTheFirstDigitsOfItsHash() throws {
    try die(1)
    try die(1, build(2))
    let listing = try store.listing()
    #expect(Set(try listing.builds(named: "org.example.one")) == [build(1).contents, build(2).contents])
    let digits = String(build(2).contents.hex.prefix(8))
    #expect(try listing.builds(named: digits) == [build(2).contents])
    #expect(try listing.builds(named: digits.uppercased()) == [build(2).contents])
    for word in ["", "org.example", String(digits.prefix(7))] {
      #expect(throws: QuarantineError.self) { try listing.builds(named: word) }
    }
  }

  @Test func filesAreForTheUserAlone() throws {
    try die(1)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    #expect(names.contains("\(build().contents.hex).json"))
    for name in [""] + names {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o077 } == 0)
    }
  }

  @Test func aFolderThatOthersMayEnterIsNotBelieved() throws {
    try die(3)
    chmod(folder, 0o755)
    let error = try #require(throws: QuarantineError.self) { try store.listing() }
    #expect(error.code == .unsafeFolder)
    let log = CollectedLog()
    let quarantine = PluginQuarantine(store: store, logger: log.logger())
    #expect(quarantine.refusal(of: build()) == nil)
    quarantine.pluginDied(PluginDeath(build(), in: "none", reason: .garbage))
    #expect(log.lines.filter { $0.level == .warning }.count == 2)
  }

  @Test func aHeldLockIsBusyForWritersAlone() throws {
    try die(3)
    let hasty = QuarantineStore(folder: folder, patience: .milliseconds(20))
    let file = open("\(folder)/.lock", O_RDWR)
    defer { close(file) }
    try #require(file >= 0 && flock(file, LOCK_EX) == 0)
    #expect(try hasty.refusal(of: build()) != nil)
    let error = try #require(throws: QuarantineError.self) { try hasty.clear([build().contents]) }
    #expect(error.code == .busy)
  }
}
