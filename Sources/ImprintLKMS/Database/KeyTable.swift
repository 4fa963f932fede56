// SPDX-License-Identifier: Apache-2.0
internal import GRDB
public import ImprintLicense

/// An API key in the database: without its secret, of which only the SHA-256 is stored.
public struct APIKeyRecord: Sendable, Hashable {
  /// 12 base64url characters; not secret.
  public let id: String
  /// The profile it is for.
  public let profile: String
  /// The operator's name for it.
  public let label: String
  /// Seconds since 1970 UTC, as the others here.
  public let created: Int64
  /// Its expiry; `nil`: never.
  public let expires: Int64?
  /// When it was revoked.
  public let revoked: Int64?

  /// Whether it is valid.
  public func isUsable(at now: Int64) -> Bool { revoked == nil && (expires.map { now < $0 } ?? true) }
}

extension LicenseDatabase {
  /// Makes an API key for a profile. The key itself is returned only here, and not stored.
  /// - Parameter label: the operator's name for it, at most 256 bytes, without control characters.
  /// - Throws: `profile-unknown`, `key-invalid`.
  public func createKey(
    profile: String, label: String, expires: Int64? = nil
  ) async throws(LicenseDatabaseError) -> (record: APIKeyRecord, key: APIKey) {
    let now = clock()
    guard label.utf8.count <= 256,
      !label.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else {
      throw LicenseDatabaseError(
        .keyInvalid, place: "label", reason: "The label is longer than 256 bytes or has control characters.",
        remedy: "Take a shorter one, in one line.")
    }
    guard expires.map({ $0 > now }) ?? true else {
      throw LicenseDatabaseError(
        .keyInvalid, place: "expiry", reason: "The key would have expired already.",
        remedy: "Name a time to come, or none.")
    }
    let key = KeyText.random()
    try await write { database in
      _ = try ProfileTable.existing(profile, in: database)
      try database.execute(
        sql:
          "INSERT INTO api_key (id, profile, secret_hash, label, created, expires) VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [key.id, profile, key.secretHash.data, label, now, expires])
      try AuditTable.add(.keyCreated, at: now, profile: profile, key: key.id, in: database)
    }
    return (
      APIKeyRecord(id: key.id, profile: profile, label: label, created: now, expires: expires, revoked: nil),
      APIKey(key.text)
    )
  }

  /// All keys, or those of a profile, the oldest first.
  public func keys(profile: String? = nil) async throws(LicenseDatabaseError) -> [APIKeyRecord] {
    try await read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM api_key WHERE profile = ? OR ? IS NULL ORDER BY created, id",
        arguments: [profile, profile]
      ).map { APIKeyRecord($0) }
    }
  }

  /// Revokes a key. Licences and activations are kept. Idempotent.
  /// - Throws: `key-unknown`.
  public func revokeKey(_ id: String) async throws(LicenseDatabaseError) {
    let now = clock()
    try await write { database in
      guard let entry = try KeyTable.key(id, in: database) else {
        throw LicenseDatabaseError(
          .keyUnknown, place: "key \(id.prefix(70))", reason: "There is no key with this id.",
          remedy: "See those there are: `imprint-lkms key list`.")
      }
      guard entry.record.revoked == nil else { return }
      try database.execute(sql: "UPDATE api_key SET revoked = ? WHERE id = ?", arguments: [now, id])
      try AuditTable.add(.keyRevoked, at: now, profile: entry.record.profile, key: id, in: database)
    }
  }
}

enum KeyTable {
  static func key(_ id: String, in database: Database) throws -> (
    record: APIKeyRecord, secretHash: SecretHash
  )? {
    let statement = try database.cachedStatement(sql: "SELECT * FROM api_key WHERE id = ?")
    return try Row.fetchOne(statement, arguments: [id]).map { row in
      (APIKeyRecord(row), SecretHash(data: row["secret_hash"]))
    }
  }
}

extension APIKeyRecord {
  fileprivate init(_ row: Row) {
    id = row["id"]
    profile = row["profile"]
    label = row["label"]
    created = row["created"]
    expires = row["expires"]
    revoked = row["revoked"]
  }
}
