// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import ImprintLicense

extension LicenseDatabase {
  /// The depth of a database check. Measured on 200,000 activations with 600,000 entries of the audit, 355
  /// MB: 0.6 s and 4 s for SQLite's part.
  public enum CheckDepth: Sendable, Hashable, CaseIterable {
    /// Every page (`PRAGMA quick_check`), every reference and every count. For a database that was closed
    /// cleanly.
    case pages
    /// Each index against its table (`PRAGMA integrity_check`) and each column's format, in addition.
    case everything
  }

  /// Checks the whole file. To be called before serving.
  /// - Throws: `corrupt` with up to three problems.
  public func check(_ depth: CheckDepth = .everything) async throws(LicenseDatabaseError) {
    let path = path
    try await read { database in
      let faults = try DatabaseFaults(of: database, depth).sentences
      guard faults.isEmpty else { throw DatabaseFaults.error(faults, place: path) }
    }
  }

  /// Writes and commits, to verify that it is possible.
  /// - Throws: `full`, `busy`, `input-output`, `corrupt`, `replaced`.
  func beat() async throws(LicenseDatabaseError) {
    let now = clock()
    try await write { database in
      let statement = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO heartbeat (id, time) VALUES (1, ?)")
      try statement.execute(arguments: [now])
    }
  }
}

/// The problems of a database, as parts of sentences.
struct DatabaseFaults {
  private(set) var sentences: [String] = []

  static func error(_ sentences: [String], place: String) -> LicenseDatabaseError {
    .corrupt(place, "The database is damaged: \(sentences.prefix(3).joined(separator: "; ")).")
  }

  init(of database: Database, _ depth: LicenseDatabase.CheckDepth) throws {
    try lookAtPages(database, depth)
    // The following checks rely on the schema.
    guard sentences.isEmpty, try lookAtSchema(database) else { return }
    try lookAtReferences(database)
    try lookAtCounts(database)
    switch depth {
    case .pages: break
    case .everything: try lookAtColumns(database)
    }
  }

  private mutating func lookAtPages(_ database: Database, _ depth: LicenseDatabase.CheckDepth) throws {
    let pragma =
      switch depth {
      case .pages: "quick_check"
      case .everything: "integrity_check"
      }
    let found = try String.fetchAll(database, sql: "PRAGMA \(pragma)(3)")
    if found != ["ok"] { sentences += found.flatMap { $0.split(separator: "\n").map(String.init) } }
  }

  private mutating func lookAtSchema(_ database: Database) throws -> Bool {
    let (found, expected) = (try DatabaseSchema.items(of: database), try DatabaseSchema.expectedItems())
    let (missing, strange) = (expected.subtracting(found), found.subtracting(expected))
    if let item = missing.min(by: { $0.name < $1.name }) {
      sentences.append("the \(item.type) \(item.name) is missing, or another one")
    } else if let item = strange.min(by: { $0.name < $1.name }) {
      sentences.append("the \(item.type) \(item.name.prefix(70)) is none of ours")
    }
    return sentences.isEmpty
  }

  private mutating func lookAtReferences(_ database: Database) throws {
    let count = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
    if count > 0 { sentences.append("\(count) references lead nowhere") }
    try note(
      "months of usage are of no activation",
      "SELECT count(*) FROM usage WHERE activation NOT IN (SELECT id FROM activation)", database)
    try note(
      "activations cannot be found by their devices",
      """
      SELECT count(*) FROM activation WHERE state <> 'deactivated' AND NOT EXISTS
        (SELECT 1 FROM device_fact WHERE device_fact.activation = activation.id AND revoked = (state = 'revoked'))
      """, database)
    try note(
      "facts of devices are of activations that have ended",
      """
      SELECT count(*) FROM device_fact JOIN activation ON activation.id = device_fact.activation
        WHERE state = 'deactivated'
      """, database)
    try note(
      "activations have no fingerprint that a change is compared with",
      """
      SELECT count(*) FROM activation WHERE state = 'active' AND NOT EXISTS (SELECT 1 FROM known_device
        WHERE known_device.activation = activation.id AND known_device.device = activation.device)
      """, database)
    try note(
      "fingerprints are of activations that do not count",
      """
      SELECT count(*) FROM known_device JOIN activation ON activation.id = known_device.activation
        WHERE state <> 'active'
      """, database)
  }

  /// Redundant counts.
  private mutating func lookAtCounts(_ database: Database) throws {
    try note(
      "profiles count other devices than there are",
      """
      SELECT count(*) FROM profile WHERE active <> (SELECT count(*) FROM activation
        WHERE activation.profile = profile.id AND state = 'active')
      """, database)
    try note(
      "activations had other numbers of licences than their usage says",
      """
      SELECT count(*) FROM activation LEFT JOIN
        (SELECT activation AS id, sum(licenses) AS issued FROM usage GROUP BY activation) AS used USING (id)
        WHERE activation.licenses <> coalesce(used.issued, 0)
      """, database)
    try note(
      "entries of the audit are later than the last one",
      """
      SELECT count(*) FROM audit WHERE id > coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'audit'), 0)
      """, database)
  }

  private mutating func note(_ what: String, _ count: String, _ database: Database) throws {
    let count = try Int.fetchOne(database, sql: count) ?? 0
    if count > 0 { sentences.append("\(count) \(what)") }
  }
}

// Column contents: must be readable, as this program wrote them.
extension DatabaseFaults {
  private mutating func lookAtColumns(_ database: Database) throws {
    try read("profiles", "SELECT * FROM profile", database) { _ = try ProfileTable.Entry($0) }
    try read("entries of the audit", "SELECT * FROM audit", database) { _ = try AuditEntry($0) }
    try read("answers", "SELECT * FROM exchange", database) { _ = try ExchangeTable.Answer($0) }
    try read("fingerprints", "SELECT device FROM known_device", database) {
      _ = try StoredJSON.device($0["device"])
    }
    let facts = try database.cachedStatement(
      sql: "SELECT fact, value, weight FROM device_fact WHERE activation = ?")
    try read("activations", "SELECT * FROM activation", database) { row in
      let activation = try Activation(row)
      guard activation.state != .deactivated else { return }
      let device = activation.device
      let known = try Row.fetchAll(facts, arguments: [activation.id]).map { row in
        [row["fact"] as String, row["value"], "\(row["weight"] as Int)"]
      }
      let expected = DeviceTable.lookedUp.flatMap { fact in
        (device.facts[fact] ?? []).map { [fact.rawValue, $0, "\(device.weight)"] }
      }
      guard Set(known) == Set(expected) else { throw StoredJSON.damaged }
    }
  }

  private mutating func read(
    _ what: String, _ sql: String, _ database: Database, _ body: (Row) throws -> Void
  ) throws {
    var count = 0
    let rows = try Row.fetchCursor(database, sql: sql)
    while let row = try rows.next() {
      do { try body(row) } catch is LicenseDatabaseError { count += 1 }
    }
    if count > 0 { sentences.append("\(count) \(what) hold what this program did not write") }
  }
}
