// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintModel
import Testing

/// A clock that is set back, or is wrong.
@Suite struct ClockTests {
  /// 1970-01-01 and 2100-01-01.
  private static let wrong: [Int64] = [0, 4_102_444_800]

  @Test func clockSetBackIsNoticedAtTheNextStart() async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(10 * TestClock.day)
    try await kiosk.manager().activate()
    kiosk.clock.restart()
    kiosk.clock.set(TestClock.start + 9 * TestClock.day)
    await kiosk.server.fail(.unreachable(.unreachable))
    let manager = try kiosk.manager()
    let error = await failure(manager.activate)
    #expect(error?.code == .connectionIssue && error?.rejections.map(\.code) == [.clockSetBack])
    #expect(await manager.status().state == .clockSetBack)
    #expect(!manager.entitlements.entitlement(for: .verification).isGranted)
  }

  @Test func clockSetBackInTheGraceMakesNothingValidAgain() async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(32 * TestClock.day)
    await kiosk.server.fail(.unreachable(.unreachable), .unreachable(.unreachable))
    #expect(try await kiosk.manager().activate().state == .grace)
    kiosk.clock.restart()
    kiosk.clock.set(TestClock.start + 29 * TestClock.day)
    let manager = try kiosk.manager()
    #expect(await failure(manager.activate)?.rejections.map(\.code) == [.clockSetBack])
    #expect(!manager.entitlements.entitlement(for: .verification).isGranted)
  }

  @Test func clockALittleBehindIsNoMatter() async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(10 * TestClock.day)
    try await kiosk.manager().activate()
    kiosk.clock.restart()
    kiosk.clock.set(kiosk.clock.now - 600)
    #expect(try await kiosk.manager().activate().warnings.isEmpty)
    kiosk.clock.set(kiosk.clock.now - 1)
    await kiosk.server.fail(.unreachable(.unreachable))
    #expect(await failure(try kiosk.manager().activate)?.rejections.map(\.code) == [.clockSetBack])
  }

  @Test(arguments: [FailurePolicy.warn, .degrade])
  func clockSetBackIsDecidedByThePolicyWithoutGrace(policy: FailurePolicy) async throws {
    let kiosk = try await Kiosk.licensed(
      LicensePolicy(grace: 100 * TestClock.day, failure: policy, degraded: [.verification]))
    kiosk.clock.set(TestClock.start - TestClock.day)
    await kiosk.server.fail(.unreachable(.unreachable))
    let status = try await kiosk.manager().activate()
    #expect(status.state == .clockSetBack && status.warningCodes == [.clockSetBack, .renewal])
    #expect(status.features == (policy == .warn ? [.verification, .identification] : [.verification]))
  }

  @Test func freshAnswerOfTheServerSaysWhatTimeItIs() async throws {
    let kiosk = try Kiosk()
    await kiosk.server.set(shape: { $0.expires += 3000 * TestClock.day })
    try await kiosk.manager().activate()
    // The clock was years ahead once, while the licence was valid, and is right again.
    kiosk.clock.set(TestClock.start + 2000 * TestClock.day)
    await kiosk.server.fail(.unreachable(.unreachable))
    #expect(try await kiosk.manager().activate().state == .valid)
    kiosk.clock.restart()
    kiosk.clock.set(TestClock.start + TestClock.day)
    #expect(try await kiosk.manager().activate().state == .valid)
    kiosk.clock.pass(TestClock.day)
    #expect(try await kiosk.manager().activate().warnings.isEmpty)
    #expect(await kiosk.server.requests.count == 2)
  }

  @Test func clockFarAheadDoesNotPoisonTheStore() async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.set(Self.wrong[1])
    await kiosk.server.fail(.unreachable(.certificate))
    let error = await failure(try kiosk.manager().activate)
    #expect(error?.rejections.map(\.code) == [.expired] && error?.reason.contains("2100-01-01") == true)
    kiosk.clock.restart()
    kiosk.clock.set(TestClock.start + TestClock.day)
    #expect(try await kiosk.manager().activate().warnings.isEmpty)
  }

  @Test func clockOf1970IsExplained() async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.restart()
    kiosk.clock.set(0)
    await kiosk.server.fail(.unreachable(.certificate))
    let error = await failure(try kiosk.manager().activate)
    #expect(error?.rejections.map(\.code) == [.clockSetBack] && error?.reason.contains("1970-01-01") == true)
    let clock = await (try kiosk.manager().explain()).steps.first { $0.name == "clock" }
    #expect(clock?.outcome == .failed && clock?.sentence.contains("1970-01-01") == true)
  }

  @Test(arguments: wrong) func firstActivationWithAWrongClockIsExplained(now: Int64) async throws {
    let kiosk = try Kiosk()
    await kiosk.server.set(ahead: TestClock.start - now)
    kiosk.clock.set(now)
    let error = await failure(try kiosk.manager().activate)
    #expect(error?.code == .licenseSignatureVerificationFailed && error?.rejections.isEmpty == false)
    kiosk.clock.set(TestClock.start)
    await kiosk.server.set(ahead: 0)
    #expect(try await kiosk.manager().activate().state == .valid)
    #expect(await kiosk.server.activations <= 2)
  }

  @Test(arguments: [Int64.min, .max, -1, .max - 600, .min + 600])
  func clockOutOfAllRangeIsNoCrash(now: Int64) async throws {
    let kiosk = try await Kiosk.licensed()
    await kiosk.server.fail(.unreachable(.certificate), .unreachable(.certificate))
    let manager = try kiosk.manager()
    kiosk.clock.set(now)
    #expect(await failure(manager.activate)?.rejections.isEmpty == false)
    _ = await manager.explain()
    #expect(!manager.isLicensed)
    let fresh = try Kiosk()
    fresh.clock.set(now)
    await fresh.server.fail(.unreachable(.certificate))
    #expect(await failure(try fresh.manager().activate)?.code == .connectionIssue)
  }

  @Test func serverALittleAheadIsNoMatter() async throws {
    let kiosk = try Kiosk()
    await kiosk.server.set(ahead: 300)
    let status = try await kiosk.manager().activate()
    #expect(status.state == .valid)
    #expect(try await kiosk.manager().activate().warnings.isEmpty)
    await kiosk.server.set(ahead: 601)
    let other = try Kiosk()
    await other.server.set(ahead: 601)
    #expect(await failure(try other.manager().activate)?.rejections.map(\.code) == [.notYetValid])
  }

  @Test func clockSetBackWhileTheProgramRunsIsNoticed() async throws {
    let kiosk = try Kiosk()
    let manager = try kiosk.manager()
    try await manager.activate()
    kiosk.clock.pass(20 * TestClock.day)
    #expect(manager.entitlements.entitlement(for: .verification).isGranted)
    // To the time of the activation: the store alone would not notice.
    kiosk.clock.set(TestClock.start)
    guard case .refused(let reason, let remedy) = manager.entitlements.entitlement(for: .verification) else {
      return #expect(Bool(false), "granted")
    }
    #expect(reason.contains("clock") && remedy.contains("clock"))
    #expect(await manager.status().state == .clockSetBack)
    #expect(!manager.entitlements.entitlement(for: .verification).isGranted)
  }

  @Test func editedLastSeenTimeIsSeenAsDamage() async throws {
    let kiosk = try await Kiosk.licensed()
    try kiosk.changeRecord {
      $0.replacingOccurrences(of: #""seen":1790000000"#, with: #""seen":1780000000"#)
    }
    let manager = try kiosk.manager()
    #expect(await manager.status().store?.code == .damaged)
  }
}
