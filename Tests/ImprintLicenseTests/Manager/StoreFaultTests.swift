// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintModel
import Testing

/// What a manager does when its store fails.
@Suite struct StoreFaultTests {
  @Test func damagedRecordIsKeptAndFetchedAnew() async throws {
    let kiosk = try await Kiosk.licensed()
    try kiosk.changeRecord { String($0.dropLast(100)) }
    let manager = try kiosk.manager()
    let before = await manager.status()
    #expect(before.state == .unreadable && before.store?.code == .damaged)
    #expect(!manager.entitlements.entitlement(for: .verification).isGranted)
    let status = try await manager.activate()
    #expect(status.state == .valid && status.warningCodes == [.storeDamaged])
    #expect(status.warnings.first?.text.contains("record.damaged") == true)
    #expect(FileManager.default.fileExists(atPath: "\(kiosk.record).damaged"))
  }

  @Test func damagedRecordWithoutAServerIsTold() async throws {
    let kiosk = try await Kiosk.licensed()
    try kiosk.changeRecord { _ in "" }
    await kiosk.server.fail(.unreachable(.unreachable))
    #expect(await failure(try kiosk.manager().activate)?.code == .connectionIssue)
    #expect(FileManager.default.fileExists(atPath: "\(kiosk.record).damaged"))
    #expect(await failure(try kiosk.manager().deactivate) == nil)
  }

  @Test func storeThatOthersMayEnterIsRefused() async throws {
    let kiosk = try await Kiosk.licensed()
    chmod(kiosk.storeFolder, 0o755)
    let manager = try kiosk.manager()
    let error = await failure(manager.activate)
    #expect(error?.code == .unknown && error?.store?.code == .unsafeFolder)
    #expect(await manager.status().store?.code == .unsafeFolder)
    #expect(await failure(manager.request)?.store?.code == .unsafeFolder)
    #expect(await failure(manager.deactivate)?.store?.code == .unsafeFolder)
  }

  @Test func storeThatCannotBeReadDoesNotEndTheLicenceThatIsInUse() async throws {
    let kiosk = try await Kiosk.licensed()
    let manager = try kiosk.manager()
    #expect(await manager.status().state == .valid)
    chmod(kiosk.storeFolder, 0o755)
    let status = await manager.status()
    #expect(status.state == .valid && status.store?.code == .unsafeFolder)
    #expect(status.warningCodes == [.storeUnreadable])
    #expect(manager.entitlements.entitlement(for: .verification).isGranted)
    // It ends when it would have ended.
    kiosk.clock.pass(400 * TestClock.day)
    #expect(await manager.status().state == .expired)
  }

  @Test func nothingIsAskedWhereItCannotBeRemembered() async throws {
    let kiosk = try Kiosk()
    let manager = try kiosk.manager(folder: "/proc/imprint-licenses")
    let error = await failure(manager.activate)
    #expect(error?.code == .unknown && error?.store != nil)
    #expect(await kiosk.server.requests.isEmpty)
  }

  @Test func renewalThatCannotBeStoredStillCounts() async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(31 * TestClock.day)
    // Whoever holds the lock is a folder: nothing can be written.
    try FileManager.default.removeItem(atPath: "\(kiosk.storeFolder)/.lock")
    try FileManager.default.createDirectory(
      atPath: "\(kiosk.storeFolder)/.lock", withIntermediateDirectories: false)
    let manager = try kiosk.manager()
    let status = try await manager.activate()
    #expect(status.state == .valid && status.id == "document-2" && status.warningCodes.contains(.notStored))
    #expect(manager.entitlements.entitlement(for: .verification).isGranted)
    #expect(try await kiosk.manager(isOnline: false).status().id == "document-1")
  }

  @Test func explanationWalksThroughEverything() async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(31 * TestClock.day)
    let found = try await kiosk.manager().explain()
    let names = found.steps.map(\.name)
    #expect(names.starts(with: ["configuration", "device-facts", "store", "clock"]))
    #expect(names.contains("signature") && names.suffix(3) == ["grace", "policy", "renewal"])
    #expect(found.steps.first { $0.name == "validity" }?.outcome == .failed)
    #expect(found.steps.first { $0.name == "grace" }?.outcome == .passed)
    #expect(found.status.state == .grace)
    #expect(found.steps.first?.sentence.contains("1 trust anchor,") == true)
    #expect(found.steps.allSatisfy { !$0.sentence.isEmpty })
  }
}
