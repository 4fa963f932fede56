// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import ImprintLicense

/// The responses by nonce, so that requests are idempotent: a retry after a lost response gets the same
/// response and counts once.
///
/// A response is stored for ``span``, at most the last ``most`` of an activation. A later retry is a new
/// request: as the device has its activation, even then it does not count twice.
enum ExchangeTable {
  /// Thirty days: files of offline activations are carried by hand.
  static let span: Int64 = 30 * 86_400
  /// The most licences of an activation per hour (``RenewalRate``).
  static let most = RenewalRate.most

  struct Answer: Sendable {
    var kind: LicenseEndpoint
    var activation: String
    /// `nil` if the response was that the activation has ended.
    var claims: LicenseClaims?
  }

  static func answer(nonce: String, profile: String, in database: Database) throws -> Answer? {
    let statement = try database.cachedStatement(
      sql: "SELECT kind, activation, claims FROM exchange WHERE profile = ? AND nonce = ?")
    return try Row.fetchOne(statement, arguments: [profile, nonce]).map { try Answer($0) }
  }

  static func remember(
    _ answer: Answer, nonce: String, profile: String, at now: Int64, in database: Database
  ) throws {
    // Renames an earlier response, to other facts or with an expired licence: it is no longer found, as no
    // nonce contains a space, but still counts.
    let supersede = try database.cachedStatement(
      sql: "UPDATE exchange SET nonce = nonce || ' ' || id WHERE profile = ? AND nonce = ?")
    try supersede.execute(arguments: [profile, nonce])
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO exchange (profile, nonce, kind, activation, answered, claims) VALUES (?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(
      arguments: [
        profile, nonce, answer.kind.rawValue, answer.activation, now, answer.claims.map(\.json.text),
      ])
    try forgetOld(at: now, in: database)
    try forgetMost(of: answer.activation, in: database)
  }

  /// The stored times of the activation's last licences, latest first.
  static func times(of activation: String, in database: Database) throws -> [Int64] {
    let statement = try database.cachedStatement(
      sql:
        "SELECT answered FROM exchange WHERE activation = ? AND claims IS NOT NULL ORDER BY id DESC LIMIT ?")
    return try Int64.fetchAll(statement, arguments: [activation, most])
  }

  private static func forgetMost(of activation: String, in database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        DELETE FROM exchange WHERE id IN (
          SELECT id FROM exchange WHERE activation = ? ORDER BY id DESC LIMIT 4 OFFSET ?)
        """)
    try statement.execute(arguments: [activation, most])
  }

  /// A few on each request: bounds the table to the span, without delaying requests.
  private static func forgetOld(at now: Int64, in database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        DELETE FROM exchange WHERE id IN (
          SELECT id FROM exchange WHERE answered < ? ORDER BY answered LIMIT 4)
        """)
    try statement.execute(arguments: [now - span])
  }
}

extension ExchangeTable.Answer {
  init(_ row: Row) throws {
    guard let kind = LicenseEndpoint(rawValue: row["kind"]) else { throw StoredJSON.damaged }
    self.kind = kind
    activation = row["activation"]
    if let text: String = row["claims"] {
      do { claims = try LicenseClaims(json: JSONValue(parsing: Array(text.utf8))) } catch {
        throw StoredJSON.damaged
      }
    }
  }
}
