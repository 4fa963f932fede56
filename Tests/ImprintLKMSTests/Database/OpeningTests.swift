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

  @Test func fileThatOthersCouldReadIsClosedToThem() throws {
    let path = try TemporaryFolder().write("", to: "licences.sqlite")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    _ = try LicenseDatabase(path: path)
    #expect(try mode(path) == 0o600)
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

  @Test func missingFolderIsRefused() throws {
    #expect(code(openingAt: try TemporaryFolder().path + "/none/licences.sqlite") == .open)
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
