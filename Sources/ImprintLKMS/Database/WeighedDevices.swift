// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import ImprintLicense

extension DatabaseSchema {
  static let weighedDevices = """
    -- The facts that tell devices apart, of activations that are active or revoked.
    DROP TABLE device_fact;
    CREATE TABLE device_fact (
      profile TEXT NOT NULL,
      fact TEXT NOT NULL,
      value TEXT NOT NULL,
      revoked INTEGER NOT NULL,
      weight INTEGER NOT NULL,         -- of all facts of the device
      activation TEXT NOT NULL REFERENCES activation(id),
      PRIMARY KEY (profile, fact, value, revoked, weight, activation)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX device_fact_by_activation ON device_fact(activation);

    -- The answers of one activation, the latest last.
    CREATE INDEX exchange_by_activation ON exchange(activation);

    -- What is one entry when it comes again within the hour.
    DROP INDEX audit_by_refusal;
    CREATE INDEX audit_by_repetition ON audit(event, api_key, detail, activation, remote, time)
      WHERE event IN ('refused', 'renewed', 'repeated');
    """

  /// Fills the table of facts, which this version makes anew.
  static func rememberDevices(_ database: Database) throws {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT id, profile, state, device FROM activation WHERE state <> 'deactivated'")
    while let row = try rows.next() {
      try DeviceTable.remember(
        try StoredJSON.device(row["device"]), of: row["id"], profile: row["profile"],
        revoked: row["state"] == Activation.State.revoked.rawValue, in: database)
    }
  }
}
