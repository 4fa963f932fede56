// SPDX-License-Identifier: Apache-2.0
internal import GRDB

/// A profile's monthly usage, for billing (F31).
public struct LicenseUsage: Sendable, Hashable {
  public let profile: String
  /// Year and month, UTC, such as 202611.
  public let month: Int
  /// The number of devices that got a licence.
  public let devices: Int
  /// The number of licences issued, including renewals.
  public let licenses: Int
  /// The sum over devices of each one's maximum reported users in the month.
  public let registeredUsers: Int
}

extension LicenseDatabase {
  /// The usage by profile and month, the latest month first.
  /// - Parameters:
  ///   - profile: one profile; `nil`: all.
  ///   - since: from this month on, such as 202601; `nil`: all.
  public func usage(profile: String? = nil, since: Int? = nil) async throws(LicenseDatabaseError)
    -> [LicenseUsage]
  {
    try await read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT profile, month, count(*) AS devices, sum(licenses) AS licenses,
            total(registered_users) AS users FROM usage
            WHERE (:profile IS NULL OR profile = :profile) AND (:since IS NULL OR month >= :since)
            GROUP BY profile, month ORDER BY month DESC, profile
          """, arguments: ["profile": profile, "since": since]
      ).map { row in
        LicenseUsage(
          profile: row["profile"], month: row["month"], devices: row["devices"], licenses: row["licenses"],
          registeredUsers: Int(row["users"] as Double))
      }
    }
  }
}

enum UsageTable {
  static func note(
    profile: String, activation: String, registeredUsers: Int?, at now: Int64, in database: Database
  ) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO usage (profile, month, activation, registered_users, licenses) VALUES (?1, ?2, ?3, ?4, 1)
          ON CONFLICT (profile, month, activation) DO UPDATE SET licenses = licenses + 1,
            registered_users = CASE WHEN ?4 IS NULL THEN registered_users
              ELSE max(coalesce(registered_users, 0), ?4) END
        """)
    try statement.execute(arguments: [profile, month(of: now), activation, registeredUsers])
  }

  /// Year and month in the Gregorian calendar, UTC, as one number: 202611.
  ///
  /// Days are counted from 1 March of year 0, so that the leap day ends a year (Howard Hinnant,
  /// "chrono-Compatible Low-Level Date Algorithms").
  static func month(of time: Int64) -> Int {
    let days = Int(time / 86_400) + 719_468
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    let year = days / 146_097 * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return year * 100 + month
  }
}
