// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import ImprintLicense
import TestSupport
import Testing

@testable import ImprintLKMS

/// What is done to the files of a killed server behind its back. It is refused, or all that was confirmed is
/// there.
struct LostFilesTests {
  private func lab() async throws -> Lab { try await Lab(Lab.kiosk(limit: nil)) }

  /// Puts all that is in the log on the database's own pages, and begins it anew with the next write.
  private func checkpoint(_ lab: Lab) async throws {
    _ = try await DatabaseQueue(path: lab.path).writeWithoutTransaction { try $0.checkpoint(.full) }
  }

  @Test func whatAKilledServerLeavesIsOpenedWithAllThatWasConfirmed() async throws {
    let (files, active) = try await LeftFiles.of(devices: 1..<20, in: try await lab())
    #expect(try await files.open() == active)
  }

  @Test func commandThatIsToldCanBePastedWhateverThePathHolds() {
    let remedy = LicenseDatabaseError.unmarked("/srv/somebody's files/lkms.sqlite-mark").remedy
    #expect(
      remedy.hasSuffix(#"imprint-lkms restore '/srv/somebody'\''s files/lkms.sqlite' --anyway"#), "\(remedy)")
  }

  @Test func logThatVanishedIsNoticed() async throws {
    let (files, _) = try await LeftFiles.of(devices: 1..<20, in: try await lab())
    try files.remove("-wal")
    #expect(await files.refusal() == .lost)
  }

  @Test func logThatVanishedIsNoticedThoughItWasBegunAnewBefore() async throws {
    let lab = try await lab()
    _ = try await LeftFiles.of(devices: 1..<20, in: lab)
    try await checkpoint(lab)
    let (files, _) = try await LeftFiles.of(devices: 20..<22, in: lab)
    try files.remove("-wal")
    #expect(await files.refusal() == .lost)
  }

  @Test func logThatVanishedWithNothingInItIsNotMissed() async throws {
    let lab = try await lab()
    let (_, active) = try await LeftFiles.of(devices: 1..<20, in: lab)
    try await checkpoint(lab)
    let files = try LeftFiles(of: lab.path)
    try files.remove("-wal")
    #expect(try await files.open() == active)
  }

  @Test(arguments: 0..<24) func logThatIsCutShortIsNoticed(place: Int) async throws {
    let (files, active) = try await LeftFiles.of(devices: 1..<8, in: try await lab())
    try files.change("-wal") { $0 = $0.prefix($0.count * place / 24) }
    #expect(await files.refusal() == .lost, "of \(active.count)")
  }

  @Test(arguments: 0..<24) func logThatIsDamagedIsNoticed(place: Int) async throws {
    let (files, _) = try await LeftFiles.of(devices: 1..<8, in: try await lab())
    try files.change("-wal") { $0[$0.count * place / 24] ^= 0x10 }
    #expect(await files.refusal() == .lost)
  }

  @Test func logOfZerosIsNoticed() async throws {
    let (files, _) = try await LeftFiles.of(devices: 1..<8, in: try await lab())
    try files.change("-wal") { $0 = Data(count: $0.count) }
    #expect(await files.refusal() == .lost)
  }

  @Test(arguments: [nil, Data(), Data(repeating: 0x5A, count: 32_768)])
  func indexOfTheLogIsMadeAnew(content: Data?) async throws {
    let (files, active) = try await LeftFiles.of(devices: 1..<20, in: try await lab())
    if let content { try files.write(content, "-shm") }
    #expect(try await files.open() == active)
  }

  @Test func olderLogBesideALaterDatabaseIsNoticed() async throws {
    let lab = try await lab()
    let (older, _) = try await LeftFiles.of(devices: 1..<20, in: lab)
    _ = try await LeftFiles.of(devices: 20..<40, in: lab)
    try await checkpoint(lab)
    let later = try LeftFiles(of: lab.path)
    try later.take("-wal", from: older)
    #expect(await later.refusal() == .lost)
  }

  /// How an older copy was made.
  enum Copy: CaseIterable {
    case backup, compacted, files
  }

  private func copy(of lab: Lab, _ kind: Copy) async throws -> String {
    let copy = try TemporaryFolder().path + "/copy.sqlite"
    switch kind {
    case .backup: try lab.database.backUp(to: copy)
    case .compacted: try await DatabaseQueue(path: lab.path).vacuum(into: copy)
    case .files:
      try await checkpoint(lab)
      try FileManager.default.copyItem(atPath: lab.path, toPath: copy)
    }
    return copy
  }

  /// The attack of the first round: a backup was put back by hand beside the log of a killed server.
  @Test(arguments: Copy.allCases, [40, 44, 80])
  func olderCopyBesideTheLogIsNoticed(kind: Copy, devices: Int) async throws {
    let lab = try await lab()
    _ = try await LeftFiles.of(devices: 1..<40, in: lab)
    let copy = try await copy(of: lab, kind)
    // The log is begun anew, so what it goes on from is not in the copy.
    _ = try await LeftFiles.of(devices: 40..<42, in: lab)
    try await checkpoint(lab)
    let (files, _) = try await LeftFiles.of(devices: 42..<(42 + devices), in: lab)
    try files.write(Data(contentsOf: URL(filePath: copy)), "")
    let before = try files.all()
    #expect(await files.refusal() == .lost)
    #expect(try files.all() == before, "nothing was played into it")
  }

  /// A copy of the moment at which the log was begun lacks nothing that the log does not have.
  @Test(arguments: Copy.allCases, [1, 5, 40])
  func copyThatTheLogGoesOnFromIsRefusedOrComplete(kind: Copy, devices: Int) async throws {
    let lab = try await lab()
    _ = try await LeftFiles.of(devices: 1..<40, in: lab)
    for device in 10..<30 {
      try await lab.database.revoke(activation: lab.activate(device).activation, reason: "stolen")
    }
    try await checkpoint(lab)
    let copy = try await self.copy(of: lab, kind)
    let (files, active) = try await LeftFiles.of(devices: 40..<(40 + devices), in: lab)
    try files.write(Data(contentsOf: URL(filePath: copy)), "")
    do throws(LicenseDatabaseError) {
      #expect(try await files.open() == active)
    } catch {
      #expect([.corrupt, .lost].contains(error.code), "\(error)")
    }
  }

  @Test(arguments: Copy.allCases) func olderCopyWithoutALogIsNoticed(kind: Copy) async throws {
    let lab = try await lab()
    _ = try await LeftFiles.of(devices: 1..<10, in: lab)
    let copy = try await copy(of: lab, kind)
    _ = try await lab.activate(11)
    try lab.database.close()
    let files = try LeftFiles(of: lab.path)
    try files.write(Data(contentsOf: URL(filePath: copy)), "")
    #expect(await files.refusal() == .lost)
  }

  @Test func databaseOfAnotherServerIsNoticed() async throws {
    let (files, _) = try await LeftFiles.of(devices: 1..<10, in: try await lab())
    let other = try await lab()
    _ = try await LeftFiles.of(devices: 1..<30, in: other)
    try other.database.close()
    try files.remove("-wal")
    try files.take("", from: try LeftFiles(of: other.path))
    #expect(await files.refusal() == .lost)
  }

  @Test func databaseOfAnOlderVersionIsNoticed() async throws {
    let (files, _) = try await LeftFiles.of(devices: 1..<10, in: try await lab())
    let older = try OlderDatabase.make(in: TemporaryFolder())
    try files.remove("-wal")
    try files.write(Data(contentsOf: URL(filePath: older)), "")
    #expect(await files.refusal() == .lost)
  }

  @Test func emptyDatabaseIsDamageAndKeepsItsLog() async throws {
    let (files, _) = try await LeftFiles.of(devices: 1..<10, in: try await lab())
    try files.write(Data(), "")
    let before = try files.all()
    #expect(await files.refusal() == .corrupt)
    #expect(try files.all() == before)
  }

  @Test(arguments: [1, 99, 100, 511, 4096, 8192]) func databaseThatIsCutShortIsNoticed(length: Int)
    async throws
  {
    let lab = try await lab()
    _ = try await LeftFiles.of(devices: 1..<30, in: lab)
    try lab.database.close()
    let files = try LeftFiles(of: lab.path)
    try files.change("") { $0 = $0.prefix(length) }
    #expect(await files.refusal() == .corrupt)
  }

  /// A byte in the middle of a text that nothing else repeats is the only one that is not found; who is
  /// active is.
  @Test(arguments: 0..<48) func damagedDatabaseIsRefusedOrHasAllThatWasConfirmed(place: Int) async throws {
    let lab = try await lab()
    let (_, active) = try await LeftFiles.of(devices: 1..<30, in: lab)
    try lab.database.close()
    let files = try LeftFiles(of: lab.path)
    try files.change("") { $0[$0.count * place / 48 + place] ^= 0x41 }
    do throws(LicenseDatabaseError) {
      #expect(try await files.open() == active)
    } catch {
      #expect([.corrupt, .lost, .foreign, .newerSchema, .unmarked].contains(error.code), "\(error)")
    }
  }

  @Test func journalOfAnotherDatabaseIsNotPlayedBack() async throws {
    let (files, _) = try await LeftFiles.of(devices: 1..<10, in: try await lab())
    try files.write(Data(repeating: 0xD9, count: 1024), "-journal")
    #expect(await files.refusal() == .corrupt)
  }

  @Test(arguments: [nil, Data(), Data(count: 8192), Data("imprint-lkms-mark-1 x 1 - 0 00".utf8)])
  func databaseWithoutItsMarkIsRefused(content: Data?) async throws {
    let (files, _) = try await LeftFiles.of(devices: 1..<10, in: try await lab())
    if let content { try files.write(content, "-mark") } else { try files.remove("-mark") }
    #expect(await files.refusal() == .unmarked)
  }

  @Test(arguments: [0, 4096]) func markOfWhichOneRecordIsTornHasTheOther(offset: Int) async throws {
    let (files, active) = try await LeftFiles.of(devices: 1..<10, in: try await lab())
    try files.change("-mark") { $0[offset + 30] ^= 1 }
    #expect(try await files.open() == active)
  }

  @Test(arguments: ["", "-wal"]) func nothingIsConfirmedOntoFilesThatWereTakenAway(suffix: String)
    async throws
  {
    let lab = try await lab()
    _ = try await lab.activate(1)
    try FileManager.default.moveItem(atPath: lab.path + suffix, toPath: lab.path + suffix + ".away")
    #expect(lab.code(of: await lab.ask(.activate(2))) == .unavailable)
    let readiness = Readiness()
    #expect(await readiness.failure(of: lab.service) != nil)
  }

  @Test func changeByAnotherProcessMovesTheMarkOn() async throws {
    let lab = try await lab()
    let other = try LicenseDatabase(path: lab.path, clock: lab.time.now)
    for device in 1..<6 {
      let claims = try await lab.activate(device)
      try await other.release(activation: claims.activation)
    }
    let files = try LeftFiles(of: lab.path)
    #expect(try await files.open().isEmpty)
    try files.remove("-mark")
    #expect(await files.refusal() == .unmarked)
  }
}
