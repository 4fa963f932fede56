// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import ImprintLicense
import TestSupport
import Testing

@testable import ImprintLKMS

struct RestoreTests {
  private func code(
    restoring backup: String, over path: String, anyway: Bool = false
  ) -> LicenseDatabaseError.Code? {
    do throws(LicenseDatabaseError) {
      _ = try DatabaseRestore(backup, over: path, takesUnvouched: anyway).run(now: Lab.start)
      return nil
    } catch {
      return error.code
    }
  }

  private func names(in folder: String) throws -> Set<String> {
    try Set(FileManager.default.contentsOfDirectory(atPath: folder))
  }

  private func backUp(_ lab: Lab) throws -> String {
    let path = try TemporaryFolder().path + "/backup.sqlite"
    try lab.database.backUp(to: path)
    return path
  }

  @Test func backupIsOneFileOfItsOwnerWithAllThatIsConfirmed() async throws {
    let lab = try await Lab()
    let claims = try await lab.activate(1)
    let backup = try backUp(lab)
    #expect(try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int == 0o600)
    #expect(try names(in: (backup as NSString).deletingLastPathComponent) == ["backup.sqlite"])
    let target = try TemporaryFolder().path + "/licences.sqlite"
    let outcome = try DatabaseRestore(backup, over: target).run(now: Lab.start)
    #expect(
      outcome == DatabaseRestore.Outcome(replaced: nil, changesLost: nil, profiles: [Lab.profile: 1]))
    #expect(
      try await LicenseDatabase(path: target).activation(claims.activation).device == .number(1))
  }

  @Test func restoreBringsTheBackupAndPutsEverythingElseAside() async throws {
    let lab = try await Lab()
    _ = try await lab.activate(1)
    let backup = try backUp(lab)
    for device in 2...4 { _ = try await lab.activate(device) }
    // As a killed server leaves it.
    let files = try LeftFiles(of: lab.path)
    try files.write(Data("index".utf8), "-shm")
    let before = try files.all().merging(["-shm": files.read("-shm")]) { $1 }
    let outcome = try DatabaseRestore(backup, over: files.path).run(now: Lab.start)
    #expect(outcome.changesLost == 3)
    let replaced = try #require(outcome.replaced)
    for (suffix, bytes) in before {
      #expect(
        try Data(contentsOf: URL(filePath: "\(replaced)/licences.sqlite\(suffix)")) == bytes, "\(suffix)")
    }
    #expect(
      try names(in: files.folder.path)
        == ["licences.sqlite", "licences.sqlite-mark", "licences.sqlite-lock", "replaced-\(Lab.start)"])
    #expect(try await files.open().count == 1)
  }

  @Test func whatWasPutAsideCanBeRestored() async throws {
    let lab = try await Lab()
    let backup = try backUp(lab)
    let (files, active) = try await LeftFiles.of(devices: 1..<6, in: lab)
    let first = try DatabaseRestore(backup, over: files.path).run(now: Lab.start)
    let replaced = try #require(first.replaced) + "/licences.sqlite"
    let second = try DatabaseRestore(replaced, over: files.path).run(now: Lab.start)
    #expect(second.replaced?.hasSuffix("-2") == true)
    #expect(try await files.open() == active)
  }

  @Test func databaseOfBeforeARestoreIsNotTakenByHand() async throws {
    let lab = try await Lab()
    _ = try await lab.activate(1)
    let backup = try backUp(lab)
    try lab.database.close()
    let files = try LeftFiles(of: lab.path)
    let before = try files.read("")
    _ = try DatabaseRestore(backup, over: files.path).run(now: Lab.start)
    try files.write(before, "")
    #expect(await files.refusal() == .lost)
  }

  @Test func runningServerKeepsItsDatabase() async throws {
    let lab = try await Lab()
    let backup = try backUp(lab)
    let claims = try await lab.activate(1)
    #expect(code(restoring: backup, over: lab.path) == .inUse)
    #expect(try await lab.database.activation(claims.activation).state == .active)
    _ = try await lab.activate(2)
  }

  @Test func restoreWithoutADatabaseMakesOne() async throws {
    let lab = try await Lab()
    let backup = try backUp(lab)
    let files = try LeftFiles(of: lab.path)
    for suffix in LeftFiles.suffixes { try files.remove(suffix) }
    #expect(code(restoring: backup, over: files.path) == nil)
    #expect(try await files.open().isEmpty)
  }

  /// What lies where a backup should.
  enum Unfit: CaseIterable {
    case missing, empty, text, damaged, cutShort, another, withoutTables, withATrigger, folder

    var code: LicenseDatabaseError.Code {
      switch self {
      case .missing: .missing
      case .empty, .text, .damaged, .cutShort, .withoutTables, .withATrigger: .corrupt
      case .another: .foreign
      case .folder: .open
      }
    }
  }

  @Test(arguments: Unfit.allCases) func whatIsNoBackupChangesNothing(unfit: Unfit) async throws {
    let lab = try await Lab(Lab.kiosk(limit: nil))
    let (files, active) = try await LeftFiles.of(devices: 1..<30, in: lab)
    let backup = try backUp(lab)
    let url = URL(filePath: backup)
    var bytes = try Data(contentsOf: url)
    switch unfit {
    case .missing: try FileManager.default.removeItem(at: url)
    case .empty: try Data().write(to: url)
    case .text: try Data(repeating: 0x61, count: 9000).write(to: url)
    case .damaged:
      for place in bytes.count / 2..<bytes.count / 2 + 4096 { bytes[place] = 0x5A }
      try bytes.write(to: url)
    case .cutShort: try bytes.prefix(bytes.count / 2).write(to: url)
    case .another, .withoutTables:
      try FileManager.default.removeItem(at: url)
      let queue = try DatabaseQueue(path: backup)
      try await queue.writeWithoutTransaction { database in
        if unfit == .withoutTables {
          try database.execute(sql: "PRAGMA application_id = \(DatabaseSchema.applicationID)")
        }
        try database.execute(sql: "CREATE TABLE other (id INTEGER)")
      }
      try queue.close()
    case .withATrigger:
      let queue = try DatabaseQueue(path: backup)
      try await queue.write {
        try $0.execute(
          sql: "CREATE TRIGGER silent AFTER INSERT ON audit BEGIN DELETE FROM audit WHERE id = NEW.id; END")
      }
      try queue.close()
    case .folder:
      try FileManager.default.removeItem(at: url)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }
    let before = try files.all()
    #expect(code(restoring: backup, over: files.path) == unfit.code)
    #expect(try files.all() == before)
    #expect(try !names(in: files.folder.path).contains { $0.hasPrefix("restoring") })
    #expect(try await files.open() == active)
  }

  /// `cp` of a database whose log is beside it, by which the first round's operator lost 200 activations.
  @Test func fileWithALogThatNothingVouchesForIsNoBackup() async throws {
    let lab = try await Lab()
    let (copy, active) = try await LeftFiles.of(devices: 1..<6, in: lab)
    let (later, _) = try await LeftFiles.of(devices: 6..<9, in: lab)
    let target = try LeftFiles(of: lab.path)
    try copy.remove("-mark")
    #expect(code(restoring: copy.path, over: target.path) == .backupUnfit)
    try copy.take("-mark", from: later)
    #expect(code(restoring: copy.path, over: target.path) == .backupUnfit)
    #expect(code(restoring: copy.path, over: target.path, anyway: true) == nil)
    #expect(try await target.open() == active)
  }

  /// `cp lkms.sqlite` while a server runs, or after a crash: whole, and without what was in the log.
  @Test func databaseThatWasCopiedWithoutItsLogIsNoBackup() async throws {
    let lab = try await Lab()
    let (copy, _) = try await LeftFiles.of(devices: 1..<6, in: lab)
    let target = try LeftFiles(of: lab.path)
    try copy.remove("-wal")
    #expect(code(restoring: copy.path, over: target.path) == .backupUnfit)
    try copy.remove("-mark")
    #expect(code(restoring: copy.path, over: target.path) == .backupUnfit)
    #expect(code(restoring: copy.path, over: target.path, anyway: true) == nil)
  }

  @Test func databaseOfAServerThatWasStoppedIsABackupWithItsMark() async throws {
    let lab = try await Lab()
    let (_, active) = try await LeftFiles.of(devices: 1..<6, in: lab)
    try lab.database.close()
    let (stopped, target) = (try LeftFiles(of: lab.path), try LeftFiles(of: lab.path))
    #expect(code(restoring: stopped.path, over: target.path) == nil)
    #expect(try await target.open() == active)
    try stopped.remove("-mark")
    #expect(code(restoring: stopped.path, over: target.path) == .backupUnfit)
  }

  @Test func databaseThatLostItsLogIsTakenWhereThatIsAsked() async throws {
    let lab = try await Lab()
    let (files, active) = try await LeftFiles.of(devices: 1..<6, in: lab)
    let (later, _) = try await LeftFiles.of(devices: 6..<9, in: lab)
    try later.take("-wal", from: files)
    #expect(await later.refusal() == .lost)
    let outcome = try DatabaseRestore(later.path, over: later.path, takesUnvouched: true).run(now: Lab.start)
    #expect(outcome.changesLost == 3)
    #expect(try await later.open() == active)
  }

  @Test func backupOfAnOlderVersionIsBroughtUpToThisOne() async throws {
    let target = try TemporaryFolder().path + "/licences.sqlite"
    #expect(code(restoring: try OlderDatabase.make(in: TemporaryFolder()), over: target) == nil)
    try await LicenseDatabase(path: target).check()
  }

  @Test func backupOverwritesNothing() async throws {
    let lab = try await Lab()
    let folder = try TemporaryFolder()
    let path = try folder.write("a letter", to: "backup.sqlite")
    let error = #expect(throws: LicenseDatabaseError.self) { try lab.database.backUp(to: path) }
    #expect(error?.code == .exists)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a letter")
    #expect(try names(in: folder.path) == ["backup.sqlite"])
  }
}
