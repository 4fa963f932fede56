// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import ImprintLicense
internal import ImprintModel

/// What was answered to which nonce, so that a request that comes again (its answer was lost on the way) gets the
/// same answer and counts once.
///
/// An answer is kept for ``span``. After that the request is one like any other: the device has its activation, so
/// even then it does not count twice.
enum ExchangeTable {
  /// Thirty days: files of offline activations are carried by hand.
  static let span: Int64 = 30 * 86_400

  struct Answer: Sendable {
    var kind: LicenseEndpoint
    var activation: String
    /// `nil` where the answer was that the activation has ended.
    var claims: LicenseClaims?
  }

  static func answer(nonce: String, profile: String, in database: Database) throws -> Answer? {
    let statement = try database.cachedStatement(
      sql: "SELECT kind, activation, claims FROM exchange WHERE profile = ? AND nonce = ?")
    guard let row = try Row.fetchOne(statement, arguments: [profile, nonce]) else { return nil }
    guard let kind = LicenseEndpoint(rawValue: row["kind"]) else { throw StoredJSON.damaged }
    var claims: LicenseClaims?
    if let text: String = row["claims"] {
      do {
        claims = try LicenseClaims(json: JSONValue(parsing: Array(text.utf8)))
      } catch {
        throw StoredJSON.damaged
      }
    }
    return Answer(kind: kind, activation: row["activation"], claims: claims)
  }

  static func remember(
    _ answer: Answer, nonce: String, profile: String, at now: Int64, in database: Database
  ) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO exchange (profile, nonce, kind, activation, answered, claims)
          VALUES (?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(
      arguments: [
        profile, nonce, answer.kind.rawValue, answer.activation, now, answer.claims.map(\.json.text),
      ])
    try forgetOld(at: now, in: database)
  }

  /// A few at a time, each time one comes: the table never grows beyond what the span holds, and no request waits.
  private static func forgetOld(at now: Int64, in database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        DELETE FROM exchange WHERE id IN (
          SELECT id FROM exchange WHERE answered < ? ORDER BY answered LIMIT 4)
        """)
    try statement.execute(arguments: [now - span])
  }
}
