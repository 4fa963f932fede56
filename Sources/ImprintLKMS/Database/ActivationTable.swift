// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import ImprintLicense

extension LicenseDatabase {
  /// Activations, ordered by id, a page at a time.
  public func activations(
    _ filter: ActivationFilter = ActivationFilter()
  ) async throws(LicenseDatabaseError) -> [Activation] {
    let now = clock()
    return try await read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT *, \(ActivationTable.fingerprints) FROM activation WHERE (:profile IS NULL OR profile = :profile)
            AND (:state IS NULL OR state = :state) AND (:after IS NULL OR id > :after) ORDER BY id LIMIT :limit
          """,
        arguments: [
          "profile": filter.profile, "state": filter.state?.rawValue, "after": filter.after,
          "limit": min(max(filter.limit, 1), 10_000), "now": now,
        ]
      ).map { try Activation($0) }
    }
  }

  /// Revokes an activation: it no longer counts, and at the next renewal its device gets a signed revocation
  /// that ends its licence. The device gets no other licence under the profile until
  /// ``reinstate(activation:)``. Idempotent.
  /// - Parameter reason: the reason sent to the device, 1 to 256 bytes, without control characters.
  /// - Throws: `activation-unknown`, `activation-state` (an invalid reason).
  public func revoke(activation id: String, reason: String) async throws(LicenseDatabaseError) {
    guard (1...256).contains(reason.utf8.count),
      !reason.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    else {
      throw LicenseDatabaseError(
        .activationState, place: "reason",
        reason: "The reason is empty, longer than 256 bytes, or has control characters.",
        remedy: "Say it in one short line.")
    }
    let now = clock()
    try await write { database in
      let activation = try ActivationTable.existing(id, in: database)
      guard activation.state != .revoked else { return }
      try ActivationTable.end(activation, as: .revoked, reason: reason, at: now, in: database)
      try AuditTable.add(
        .revoked, at: now, profile: activation.profile, activation: id, detail: reason, in: database)
    }
  }

  /// Lifts a revocation: the device may be activated again, if the profile's limit allows.
  /// - Throws: `activation-unknown`, `activation-state` when it is not revoked.
  public func reinstate(activation id: String) async throws(LicenseDatabaseError) {
    let now = clock()
    try await write { database in
      let activation = try ActivationTable.existing(id, in: database)
      guard activation.state == .revoked else {
        throw ActivationTable.wrongState(activation, expected: .revoked)
      }
      try ActivationTable.end(activation, as: .deactivated, reason: nil, at: now, in: database)
      try AuditTable.add(.reinstated, at: now, profile: activation.profile, activation: id, in: database)
    }
  }

  /// Releases the activation of a device that is lost, broken or wiped. If it still exists, it must be
  /// activated again when its licence ends.
  /// - Throws: `activation-unknown`, `activation-state` when it is not active.
  public func release(activation id: String) async throws(LicenseDatabaseError) {
    let now = clock()
    try await write { database in
      let activation = try ActivationTable.existing(id, in: database)
      guard activation.state == .active else {
        throw ActivationTable.wrongState(activation, expected: .active)
      }
      try ActivationTable.end(activation, as: .deactivated, reason: nil, at: now, in: database)
      try AuditTable.add(.released, at: now, profile: activation.profile, activation: id, in: database)
    }
  }
}

enum ActivationTable {
  /// The number of an activation's fingerprints that count at the time `:now`.
  fileprivate static let fingerprints = """
    (SELECT count(*) FROM known_device WHERE known_device.activation = activation.id AND until > :now) AS fingerprints
    """

  static func activation(_ id: String, in database: Database) throws -> Activation? {
    let statement = try database.cachedStatement(sql: "SELECT * FROM activation WHERE id = ?")
    return try Row.fetchOne(statement, arguments: [id]).map { try Activation($0) }
  }

  static func existing(_ id: String, in database: Database) throws -> Activation {
    guard let activation = try activation(id, in: database) else {
      throw LicenseDatabaseError(
        .activationUnknown, place: "activation \(id.prefix(70))",
        reason: "There is no activation with this id.",
        remedy: "See those there are: `imprint-lkms activation list`.")
    }
    return activation
  }

  static func wrongState(_ activation: Activation, expected: Activation.State) -> LicenseDatabaseError {
    LicenseDatabaseError(
      .activationState, place: "activation \(activation.id)",
      reason: "It is \(activation.state.rawValue), not \(expected.rawValue).",
      remedy: "Nothing has to be done.")
  }

  static func insert(
    _ id: String, profile: String, device: DeviceFingerprint, offline: Bool, at now: Int64,
    in database: Database
  ) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO activation (id, profile, state, device, created, issued, expires, licenses, offline)
          VALUES (?, ?, 'active', ?, ?, ?, ?, 0, ?)
        """)
    try statement.execute(arguments: [id, profile, StoredJSON.text(device), now, now, now, offline])
    try DeviceTable.remember(device, of: id, profile: profile, in: database)
  }

  /// A licence was issued for it; updates the device's fingerprint, so that parts may be replaced one by one.
  static func noteLicense(
    _ claims: LicenseClaims, deviceBefore: DeviceFingerprint, registeredUsers: Int?, in database: Database
  ) throws {
    let statement = try database.cachedStatement(
      sql: """
        UPDATE activation SET issued = ?, expires = ?, licenses = licenses + 1, device = ?,
          registered_users = coalesce(?, registered_users) WHERE id = ?
        """)
    let device = StoredJSON.text(claims.device)
    try statement.execute(
      arguments: [claims.issued, claims.expires, device, registeredUsers, claims.activation])
    try KnownDeviceTable.note(claims, in: database)
    guard claims.device != deviceBefore else { return }
    try DeviceTable.remember(
      claims.device, of: claims.activation, profile: claims.profile, in: database)
  }

  static func end(
    _ activation: Activation, as state: Activation.State, reason: String?, at now: Int64,
    in database: Database
  ) throws {
    let statement = try database.cachedStatement(
      sql: "UPDATE activation SET state = ?, ended = ?, reason = ? WHERE id = ?")
    try statement.execute(arguments: [state.rawValue, now, reason, activation.id])
    try KnownDeviceTable.forget(activation.id, in: database)
    switch state {
    case .active: break
    case .deactivated: try DeviceTable.forget(activation.id, in: database)
    case .revoked:
      // A deactivated device is indexed again, so that it stays excluded.
      try DeviceTable.remember(
        activation.device, of: activation.id, profile: activation.profile, revoked: true, in: database)
    }
  }
}

extension Activation {
  init(_ row: Row) throws {
    guard let state = State(rawValue: row["state"]) else { throw StoredJSON.damaged }
    id = row["id"]
    profile = row["profile"]
    self.state = state
    device = try StoredJSON.device(row["device"])
    created = row["created"]
    issued = row["issued"]
    expires = row["expires"]
    licenses = row["licenses"]
    registeredUsers = row["registered_users"]
    offline = row["offline"]
    ended = row["ended"]
    reason = row["reason"]
    changes = max(0, (row["fingerprints"] as Int? ?? 1) - 1)
  }
}
