// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import ImprintLicense
import ImprintModel
import TestSupport
import Testing

@testable import ImprintLKMS

struct OpeningTests {
  private func mode(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  private func code(openingAt path: String) -> LicenseDatabaseError.Code? {
    do {
      _ = try LicenseDatabase(path: path)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func onlyItsOwnerReadsTheFilesOfADatabase() async throws {
    let lab = try await Lab()
    _ = try await lab.activate(1)
    #expect(try mode(lab.path) == 0o600)
    #expect(try mode(lab.path + "-wal") == 0o600)
    #expect(try mode(lab.path + "-shm") == 0o600)
  }

  @Test func fileThatOthersCouldReadIsClosedToThem() async throws {
    let lab = try await Lab()
    try lab.database.close()
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: lab.path)
    _ = try LicenseDatabase(path: lab.path)
    #expect(try mode(lab.path) == 0o600)
  }

  @Test func onlyWhereNothingIsADatabaseIsMade() throws {
    let path = try TemporaryFolder().write("", to: "licences.sqlite")
    #expect(throws: LicenseDatabaseError.self) { try LicenseDatabase.create(path: path) }
    #expect(code(openingAt: path) == .corrupt)
    #expect(try FileBytes.read(path).isEmpty)
  }

  @Test func closedDatabaseIsOneFileWithItsMark() async throws {
    let lab = try await Lab()
    let claims = try await lab.activate(1)
    try lab.database.close()
    let folder = String(lab.path.dropLast("/licences.sqlite".count))
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: folder))
        == ["licences.sqlite", "licences.sqlite-mark", "licences.sqlite-lock"])
    let again = try LicenseDatabase(path: lab.path, clock: lab.time.now)
    #expect(!again.hadLog)
    #expect(try await again.activation(claims.activation).state == .active)
  }

  @Test func everyCommitReachesTheDisk() async throws {
    let lab = try await Lab()
    let settings = try await lab.database.write { database in
      try ["synchronous", "journal_mode", "foreign_keys"].map {
        try String.fetchOne(database, sql: "PRAGMA \($0)")
      }
    }
    #expect(settings == ["2", "wal", "1"])
  }

  @Test func allIsThereAfterARestart() async throws {
    let lab = try await Lab()
    let claims = try await lab.activate(1, nonce: 7)
    let database = try LicenseDatabase(path: lab.path, clock: lab.time.now)
    #expect(try await database.activation(claims.activation).device == .number(1))
    #expect(try await database.profile(Lab.profile).features == [.verification, .identification])
    let service = try Lab.makeService(database, time: lab.time)
    let answer = await service.handle(
      .activate, body: LicenseRequest.activate(1, nonce: 7).wireForm, apiKey: lab.key.secret, remote: "::1")
    #expect(try await lab.claims(in: answer) == claims)
    try await database.check()
  }

  @Test func twoProcessesSeeOneAnothersWrites() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 2))
    let other = try LicenseDatabase(path: lab.path, clock: lab.time.now)
    let claims = try await lab.activate(1)
    try await other.revoke(activation: claims.activation, reason: "stolen")
    #expect(lab.code(of: await lab.ask(.activate(1))) == .revoked)
  }

  @Test func whatIsNoDatabaseIsRefused() throws {
    let path = try TemporaryFolder().write(
      String(repeating: "no database ", count: 500), to: "licences.sqlite")
    #expect(code(openingAt: path) == .corrupt)
  }

  @Test func damagedPagesAreFound() async throws {
    let path = try TemporaryFolder().path + "/licences.sqlite"
    do {
      let lab = try await Lab(Lab.kiosk(limit: nil), path: path)
      for device in 1...50 { _ = try await lab.activate(device) }
      // The last connection that closes does this too, but nobody says when that is.
      try await DatabaseQueue(path: path).writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try #require(bytes.count > 8192)
    for place in 4096..<bytes.count { bytes[place] = 0x5A }
    try bytes.write(to: URL(fileURLWithPath: path))
    let found: LicenseDatabaseError.Code?
    do throws(LicenseDatabaseError) {
      try await LicenseDatabase(path: path).check()
      found = nil
    } catch {
      found = error.code
    }
    #expect(found == .corrupt)
  }

  @Test func databaseOfANewerVersionIsRefused() async throws {
    let lab = try await Lab()
    try await lab.database.write { database in
      try database.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('2: of a newer version')")
    }
    #expect(code(openingAt: lab.path) == .newerSchema)
  }

  @Test func databaseOfAnotherProgramIsRefused() throws {
    let path = try TemporaryFolder().path + "/other.sqlite"
    do {
      try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE other (id INTEGER)") }
    }
    #expect(code(openingAt: path) == .foreign)
  }

  @Test func databaseOfAVersionWithoutMarksIsTakenOver() async throws {
    let path = try OlderDatabase.make(in: TemporaryFolder())
    let database = try LicenseDatabase(path: path, clock: { Lab.start })
    try await database.createProfile(Lab.kiosk())
    try await database.check()
    try database.close()
    #expect(FileManager.default.fileExists(atPath: path + "-mark"))
    let again = try LicenseDatabase(path: path, clock: { Lab.start })
    #expect(try await again.profiles().count == 1)
  }

  /// As it is where the one that takes it over is killed between the mark and the name.
  @Test func takingOverIsDoneAgainWhereItWasCutShort() async throws {
    let path = try OlderDatabase.make(in: TemporaryFolder())
    _ = try CommitMark.make(
      beside: path, CommitMark.Record(branch: "cut short", number: .zero, log: nil, logBegin: .zero))
    let database = try LicenseDatabase(path: path, clock: { Lab.start })
    try await database.createProfile(Lab.kiosk())
    try database.close()
    #expect(code(openingAt: path) == nil)
  }

  @Test func databaseWithoutTablesIsRefused() async throws {
    let path = try TemporaryFolder().path + "/licences.sqlite"
    do {
      try await DatabaseQueue(path: path).writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA application_id = \(DatabaseSchema.applicationID)")
      }
    }
    #expect(code(openingAt: path) == .corrupt)
  }

  @Test func missingFileIsNotMade() throws {
    let path = try TemporaryFolder().path + "/licences.sqlite"
    #expect(code(openingAt: path) == .missing)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func missingFolderIsRefused() throws {
    #expect(code(openingAt: try TemporaryFolder().path + "/none/licences.sqlite") == .missing)
  }

  @Test func folderInPlaceOfTheFileIsRefused() throws {
    #expect(code(openingAt: try TemporaryFolder().makeFolder("licences.sqlite")) == .open)
  }

  @Test func linkInPlaceOfTheFileIsRefused() throws {
    let folder = try TemporaryFolder()
    let target = try folder.write("", to: "target")
    let link = folder.path + "/licences.sqlite"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    #expect(code(openingAt: link) == .open)
  }
}
