// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import ImprintLicense

/// The fingerprints of an activation that count (``DeviceDrift``), each from its first licence until its last
/// can no longer be in force.
enum KnownDeviceTable {
  /// Those that count, oldest first; if none does, the last known one.
  static func drift(of activation: Activation, at now: Int64, in database: Database) throws -> DeviceDrift {
    let statement = try database.cachedStatement(
      sql: "SELECT device FROM known_device WHERE activation = ? AND until > ? ORDER BY since, device")
    let known = try String.fetchAll(statement, arguments: [activation.id, now]).map {
      try StoredJSON.device($0)
    }
    return DeviceDrift(known: known.isEmpty ? [activation.device] : known)
  }

  /// A licence was issued for a fingerprint.
  static func note(_ claims: LicenseClaims, in database: Database) throws {
    let forget = try database.cachedStatement(
      sql: "DELETE FROM known_device WHERE activation = ? AND until <= ?")
    try forget.execute(arguments: [claims.activation, claims.issued])
    let until = max(claims.expires + claims.policy.grace, claims.issued + DeviceDrift.period)
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO known_device (activation, device, since, until) VALUES (?, ?, ?, ?)
          ON CONFLICT (activation, device) DO UPDATE SET until = max(until, excluded.until)
        """)
    try statement.execute(
      arguments: [claims.activation, StoredJSON.text(claims.device), claims.issued, until])
  }

  /// The activation has ended.
  static func forget(_ activation: String, in database: Database) throws {
    let statement = try database.cachedStatement(sql: "DELETE FROM known_device WHERE activation = ?")
    try statement.execute(arguments: [activation])
  }
}

extension DatabaseSchema {
  /// For older activations the last fingerprint is known, and becomes the first that counts. 2592000 seconds
  /// are the 30 days of ``DeviceDrift/period`` when this was released.
  static let knownDevices = """
    CREATE TABLE known_device (
      activation TEXT NOT NULL REFERENCES activation(id),
      device TEXT NOT NULL,            -- JSON: the fingerprint's facts
      since INTEGER NOT NULL,          -- the first licence that named it
      until INTEGER NOT NULL,          -- it counts before this second
      PRIMARY KEY (activation, device)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO known_device (activation, device, since, until)
      SELECT activation.id, activation.device, issued, max(activation.expires + grace, issued + 2592000)
        FROM activation JOIN profile ON profile.id = activation.profile WHERE state = 'active';
    """
}
