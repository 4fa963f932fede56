// SPDX-License-Identifier: Apache-2.0
internal import GRDB

/// One entry of the audit log: who did what to which licence, and when. Names keys by id, never contains a
/// secret, and names networks, never addresses.
public struct AuditEntry: Sendable, Hashable {
  public enum Event: String, Sendable, Hashable, CaseIterable {
    case profileCreated = "profile-created"
    case profileUpdated = "profile-updated"
    case profileExpired = "profile-expired"
    case profileDeleted = "profile-deleted"
    case keyCreated = "key-created"
    case keyRevoked = "key-revoked"
    /// A device was activated, and counts.
    case activated
    /// An active device got another licence; the count is unchanged.
    case repeated
    case renewed
    /// A licence has other facts of its device than the previous ones; ``AuditEntry/detail`` lists them.
    case deviceChanged = "device-changed"
    /// The device deactivated.
    case deactivated
    /// The operator revoked an activation.
    case revoked
    /// The operator lifted a revocation.
    case reinstated
    /// The operator released the activation of a lost device.
    case released
    /// A request with a valid key was refused; ``AuditEntry/detail`` is the problem's code.
    case refused
    /// Entries before a time were removed.
    case pruned
  }

  /// Increases with each entry.
  public let id: Int64
  /// Seconds since 1970 UTC.
  public let time: Int64
  public let event: Event
  public let profile: String?
  public let activation: String?
  /// The API key's id.
  public let key: String?
  /// The client's network: /24 of IPv4, /48 of IPv6.
  public let remote: String?
  /// Whether it was an offline request, signed by the operator.
  public let offline: Bool
  /// A reason, or a problem's code.
  public let detail: String?
  /// Repetition count: equal refusals, and further licences of one device, are one entry per hour.
  public let count: Int
  /// Time of the last occurrence.
  public let last: Int64
}

/// Selects entries.
public struct AuditFilter: Sendable, Hashable {
  public var profile: String?
  public var activation: String?
  public var key: String?
  public var event: AuditEntry.Event?
  /// From this time on.
  public var since: Int64?
  /// Entries older than this one: the last id of the previous page.
  public var before: Int64?
  /// At most so many, 1 to 10,000.
  public var limit: Int

  public init(
    profile: String? = nil, activation: String? = nil, key: String? = nil, event: AuditEntry.Event? = nil,
    since: Int64? = nil, before: Int64? = nil, limit: Int = 100
  ) {
    self.profile = profile
    self.activation = activation
    self.key = key
    self.event = event
    self.since = since
    self.before = before
    self.limit = limit
  }
}

extension LicenseDatabase {
  /// The audit log, latest entry first, page by page.
  public func audit(_ filter: AuditFilter = AuditFilter()) async throws(LicenseDatabaseError) -> [AuditEntry]
  {
    try await read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM audit WHERE (:profile IS NULL OR profile = :profile)
            AND (:activation IS NULL OR activation = :activation) AND (:key IS NULL OR api_key = :key)
            AND (:event IS NULL OR event = :event) AND (:since IS NULL OR last >= :since)
            AND (:before IS NULL OR id < :before) ORDER BY id DESC LIMIT :limit
          """,
        arguments: [
          "profile": filter.profile, "activation": filter.activation, "key": filter.key,
          "event": filter.event?.rawValue, "since": filter.since, "before": filter.before,
          "limit": min(max(filter.limit, 1), 10_000),
        ]
      ).map { try AuditEntry($0) }
    }
  }

  /// Removes entries whose last occurrence is before a time, for data retention rules. This is logged too.
  /// - Returns: the number removed.
  public func pruneAudit(before time: Int64) async throws(LicenseDatabaseError) -> Int {
    let now = clock()
    return try await write { database in
      try database.execute(sql: "DELETE FROM audit WHERE last < ?", arguments: [time])
      let count = database.changesCount
      if count > 0 { try AuditTable.add(.pruned, at: now, detail: "\(count)", in: database) }
      return count
    }
  }
}

enum AuditTable {
  /// Equal events of one activation, key and network within this many seconds are one entry with a count: a
  /// device in a loop cannot fill the disk.
  static let span: Int64 = 3600

  /// Events that devices repeat; operators' actions and counted events have an entry each.
  private static let repeating: Set<AuditEntry.Event> = [.refused, .renewed, .repeated]

  static func add(
    _ event: AuditEntry.Event, at now: Int64, profile: String? = nil, activation: String? = nil,
    key: String? = nil, remote: String? = nil, offline: Bool = false, detail: String? = nil,
    in database: Database
  ) throws {
    if repeating.contains(event) {
      // The second condition is the one of the index.
      let repeated = try database.cachedStatement(
        sql: """
          UPDATE audit SET count = count + 1, last = ?1 WHERE id = (SELECT max(id) FROM audit
            WHERE event = ?7 AND event IN ('refused', 'renewed', 'repeated') AND api_key IS ?2 AND detail IS ?3
              AND activation IS ?5 AND remote IS ?6 AND time > ?4)
          """)
      try repeated.execute(
        arguments: [now, key, detail, now - span, activation, remote, event.rawValue])
      if database.changesCount > 0 { return }
    }
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO audit (time, last, event, profile, activation, api_key, remote, offline, detail)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(
      arguments: [now, now, event.rawValue, profile, activation, key, remote, offline, detail])
  }
}

extension AuditEntry {
  init(_ row: Row) throws {
    guard let event = Event(rawValue: row["event"]) else { throw StoredJSON.damaged }
    id = row["id"]
    time = row["time"]
    self.event = event
    profile = row["profile"]
    activation = row["activation"]
    key = row["api_key"]
    remote = row["remote"]
    offline = row["offline"]
    detail = row["detail"]
    count = row["count"]
    last = row["last"]
  }
}
