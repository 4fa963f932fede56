// SPDX-License-Identifier: Apache-2.0
import GRDB
import ImprintLicense
import Testing

@testable import ImprintLKMS

/// What `check` and `serve` find in a database whose pages are whole.
struct DatabaseCheckTests {
  /// Two devices, of which one was taken back.
  private func lab() async throws -> Lab {
    let lab = try await Lab()
    _ = try await lab.activate(1)
    let revoked = try await lab.activate(2)
    try await lab.database.revoke(activation: revoked.activation, reason: "stolen")
    return lab
  }

  /// As another program would, which looks after no reference.
  private func execute(_ sql: String, in lab: Lab) async throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    try await DatabaseQueue(path: lab.path, configuration: configuration).write { try $0.execute(sql: sql) }
  }

  private func reason(_ lab: Lab, _ depth: LicenseDatabase.CheckDepth) async -> String? {
    do throws(LicenseDatabaseError) {
      try await lab.database.check(depth)
      return nil
    } catch {
      return error.code == .corrupt ? error.reason : "\(error)"
    }
  }

  @Test(arguments: LicenseDatabase.CheckDepth.allCases)
  func databaseOfThisServerIsWhole(depth: LicenseDatabase.CheckDepth) async throws {
    let lab = try await lab()
    #expect(await reason(lab, depth) == nil)
  }

  @Test(arguments: [
    ("UPDATE api_key SET profile = 'nobody'", "1 references lead nowhere"),
    ("INSERT INTO usage VALUES ('kiosk', 202611, 'nobody', NULL, 1)", "months of usage are of no activation"),
    ("DELETE FROM device_fact", "2 activations cannot be found"),
    ("UPDATE device_fact SET revoked = 1 - revoked", "2 activations cannot be found"),
    ("UPDATE activation SET state = 'deactivated'", "facts of devices are of activations that have ended"),
    ("DELETE FROM known_device", "1 activations have no fingerprint"),
    ("UPDATE known_device SET device = '{}'", "1 activations have no fingerprint"),
    (
      "UPDATE known_device SET activation = (SELECT id FROM activation WHERE state = 'revoked')",
      "1 fingerprints are of activations that do not count"
    ),
    ("UPDATE profile SET active = active + 1", "1 profiles count other devices"),
    ("UPDATE activation SET licenses = licenses + 1", "2 activations had other numbers of licences"),
    ("UPDATE sqlite_sequence SET seq = 1 WHERE name = 'audit'", "entries of the audit are later"),
    ("DROP TRIGGER activation_ended", "the trigger activation_ended is missing"),
    ("DROP TABLE known_device", "the table known_device is missing"),
    ("CREATE TRIGGER silent AFTER INSERT ON audit BEGIN DELETE FROM audit; END", "silent is none of ours"),
  ]) func whatDoesNotAgreeIsFoundBeforeAServerServes(change: String, found: String) async throws {
    let lab = try await lab()
    try await execute(change, in: lab)
    for depth in LicenseDatabase.CheckDepth.allCases {
      #expect(await reason(lab, depth)?.contains(found) == true, "\(depth)")
    }
  }

  @Test(arguments: [
    ("UPDATE profile SET features = 'x'", "1 profiles"),
    ("UPDATE audit SET event = 'x'", "entries of the audit"),
    ("UPDATE exchange SET claims = 'x'", "2 answers"), ("UPDATE device_fact SET weight = 1", "2 activations"),
    (
      "INSERT INTO known_device SELECT id, 'x', 1, 2 FROM activation WHERE state = 'active'", "1 fingerprints"
    ),
  ]) func columnThatThisProgramDidNotWriteIsFound(change: String, found: String) async throws {
    let lab = try await lab()
    try await execute(change, in: lab)
    #expect(await reason(lab, .everything)?.contains("\(found) hold what this program did not write") == true)
  }

  /// A table that is read once for each activation takes hours where there are 200,000 of them.
  @Test func noQuestionReadsAWholeTableForEachRowOfAnother() async throws {
    let lab = try await lab()
    let (asked, scans) = try await lab.database.read { database -> (Int, [String]) in
      var statements: [String] = []
      database.trace { event in
        if case .statement(let statement) = event { statements.append(statement.sql) }
      }
      _ = try DatabaseFaults(of: database, .pages)
      database.trace()
      let questions = statements.filter { $0.hasPrefix("SELECT count(*)") }
      var scans: [String] = []
      for question in questions {
        let plan = try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(question)")
        let repeated = Set(
          plan.filter { ($0["detail"] as String).hasPrefix("CORRELATED") }.map { $0["id"] as Int })
        let isScanned = plan.contains {
          repeated.contains($0["parent"]) && ($0["detail"] as String).hasPrefix("SCAN")
        }
        if isScanned { scans.append(question) }
      }
      return (questions.count, scans)
    }
    #expect(asked > 5)
    #expect(scans.isEmpty)
  }
}
