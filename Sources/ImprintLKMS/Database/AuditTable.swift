// SPDX-License-Identifier: Apache-2.0
internal import GRDB

/// One line of the audit: who did what to which licence, and when. It names keys by their id and never holds
/// a secret, and it names networks, never addresses.
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
    /// A device that was active already got another licence; it counts as before.
    case repeated
    case renewed
    /// A licence names other facts of its device than those before; ``AuditEntry/detail`` says which.
    case deviceChanged = "device-changed"
    /// The device gave its activation back.
    case deactivated
    /// The operator took an activation back for good.
    case revoked
    /// The operator lifted a revocation.
    case reinstated
    /// The operator freed the count of a device that is gone.
    case released
    /// A request with a good key was refused; ``AuditEntry/detail`` is the problem's code.
    case refused
    /// Entries before a time were removed.
    case pruned
  }

  /// Grows with each entry.
  public let id: Int64
  /// Seconds since 1970 UTC.
  public let time: Int64
  public let event: Event
  public let profile: String?
  public let activation: String?
  /// The API key's id.
  public let key: String?
  /// The network that it came from: /24 of IPv4, /48 of IPv6.
  public let remote: String?
  /// Whether it was a request in a file, signed by the operator.
  public let offline: Bool
  /// A reason, or a problem's code.
  public let detail: String?
  /// How often: the same refusal, and the same device's next licences, are one entry an hour.
  public let count: Int
  /// When it happened last.
  public let last: Int64
}

/// Which entries are asked for.
public struct AuditFilter: Sendable, Hashable {
  public var profile: String?
  public var activation: String?
  public var key: String?
  public var event: AuditEntry.Event?
  /// From this time on.
  public var since: Int64?
  /// Entries older than this one: the last id of the page before.
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
  /// The audit, the latest entry first, a page at a time.
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

  /// Removes entries whose last occurrence is before a time, as rules on keeping records may demand. That
  /// itself is an entry.
  /// - Returns: how many went.
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
  /// The same event of the same activation, key and network within so many seconds is one entry, with a
  /// count: a device that asks in a loop cannot fill the disk.
  static let span: Int64 = 3600

  /// What devices repeat; what an operator does, and what is counted, has an entry each.
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
