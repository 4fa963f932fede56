// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import ImprintLicense

extension LicenseDatabase {
  /// Makes a profile.
  /// - Throws: `profile-exists`, `profile-invalid`.
  public func createProfile(_ profile: LicenseProfile) async throws(LicenseDatabaseError) {
    let profile = try profile.validated()
    let now = clock()
    try await write { database in
      guard try ProfileTable.profile(profile.id, in: database) == nil else {
        throw LicenseDatabaseError(
          .profileExists, place: "profile \(profile.id)", reason: "There is a profile of this name.",
          remedy: "Change it with `imprint-lkms profile update`, or take another name.")
      }
      try database.execute(
        sql: """
          INSERT INTO profile (product, features, limits, activation_limit, lifetime, renew_percent, grace, failure,
            degraded, expires, id, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """, arguments: profile.columns + [now])
      try AuditTable.add(.profileCreated, at: now, profile: profile.id, in: database)
    }
  }

  /// Changes a profile. Issued licences are unchanged until they are renewed.
  /// - Throws: `profile-unknown`, `profile-invalid`.
  public func updateProfile(_ profile: LicenseProfile) async throws(LicenseDatabaseError) {
    let profile = try profile.validated()
    let now = clock()
    try await write { database in
      _ = try ProfileTable.existing(profile.id, in: database)
      try database.execute(
        sql: """
          UPDATE profile SET product = ?, features = ?, limits = ?, activation_limit = ?, lifetime = ?,
            renew_percent = ?, grace = ?, failure = ?, degraded = ?, expires = ? WHERE id = ?
          """, arguments: profile.columns)
      try AuditTable.add(.profileUpdated, at: now, profile: profile.id, in: database)
    }
  }

  /// Expires a profile now: nothing more is issued from it. ``updateProfile(_:)`` can undo this.
  /// - Throws: `profile-unknown`.
  public func expireProfile(_ id: String) async throws(LicenseDatabaseError) {
    let now = clock()
    try await write { database in
      _ = try ProfileTable.existing(id, in: database)
      try database.execute(sql: "UPDATE profile SET expires = ? WHERE id = ?", arguments: [now, id])
      try AuditTable.add(.profileExpired, at: now, profile: id, in: database)
    }
  }

  /// Removes a profile that no device was ever activated under, with its keys.
  /// - Throws: `profile-unknown`, `profile-in-use`.
  public func deleteProfile(_ id: String) async throws(LicenseDatabaseError) {
    let now = clock()
    try await write { database in
      _ = try ProfileTable.existing(id, in: database)
      let used = try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM activation WHERE profile = ?)", arguments: [id])
      guard used != true else {
        throw LicenseDatabaseError(
          .profileInUse, place: "profile \(id)", reason: "Devices were activated under this profile.",
          remedy: "Let it expire instead: `imprint-lkms profile expire \(id)`.")
      }
      try database.execute(sql: "DELETE FROM api_key WHERE profile = ?", arguments: [id])
      try database.execute(sql: "DELETE FROM profile WHERE id = ?", arguments: [id])
      try AuditTable.add(.profileDeleted, at: now, profile: id, in: database)
    }
  }

  /// One profile.
  /// - Throws: `profile-unknown`.
  public func profile(_ id: String) async throws(LicenseDatabaseError) -> LicenseProfile {
    try await read { try ProfileTable.existing(id, in: $0).profile }
  }

  /// All profiles, by name, each with its number of active devices.
  public func profiles() async throws(LicenseDatabaseError) -> [(profile: LicenseProfile, active: Int)] {
    try await read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM profile ORDER BY id").map {
        let row = try ProfileTable.Entry($0)
        return (row.profile, row.active)
      }
    }
  }
}

enum ProfileTable {
  /// A profile and its number of active activations.
  struct Entry: Sendable {
    var profile: LicenseProfile
    var active: Int

    init(_ row: Row) throws {
      guard let failure = FailurePolicy(rawValue: row["failure"]) else { throw StoredJSON.damaged }
      profile = LicenseProfile(
        id: row["id"], product: row["product"], features: try StoredJSON.features(row["features"]),
        limits: try StoredJSON.limits(row["limits"]), activationLimit: row["activation_limit"],
        lifetime: row["lifetime"], renewPercent: row["renew_percent"],
        policy: LicensePolicy(
          grace: row["grace"], failure: failure, degraded: try StoredJSON.features(row["degraded"])),
        expires: row["expires"])
      profile.created = row["created"]
      active = row["active"]
    }
  }

  static func profile(_ id: String, in database: Database) throws -> Entry? {
    let statement = try database.cachedStatement(sql: "SELECT * FROM profile WHERE id = ?")
    return try Row.fetchOne(statement, arguments: [id]).map { try Entry($0) }
  }

  static func existing(_ id: String, in database: Database) throws -> Entry {
    guard let entry = try profile(id, in: database) else {
      throw LicenseDatabaseError(
        .profileUnknown, place: "profile \(id.prefix(70))", reason: "There is no profile of this name.",
        remedy: "See those there are: `imprint-lkms profile list`.")
    }
    return entry
  }
}

extension LicenseProfile {
  /// In the order of the statements above.
  fileprivate var columns: StatementArguments {
    [
      product, StoredJSON.text(features), StoredJSON.text(limits), activationLimit, lifetime, renewPercent,
      policy.grace, policy.failure.rawValue, StoredJSON.text(policy.degraded), expires, id,
    ]
  }
}
