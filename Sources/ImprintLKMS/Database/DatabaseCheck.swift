// SPDX-License-Identifier: Apache-2.0
internal import GRDB

extension LicenseDatabase {
  /// Writes and commits, to see whether that is possible.
  /// - Throws: `full`, `busy`, `input-output`, `corrupt`.
  func beat() async throws(LicenseDatabaseError) {
    let now = clock()
    try await write { database in
      let statement = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO heartbeat (id, time) VALUES (1, ?)")
      try statement.execute(arguments: [now])
    }
  }

  /// Looks through the whole file: its pages, its references, and whether the devices counted are those there are.
  /// Takes about a second for each 100 MB. To be called when a server starts.
  /// - Throws: `corrupt` with what is wrong.
  public func check() async throws(LicenseDatabaseError) {
    let path = path
    try await read { database in
      let pages = try String.fetchAll(database, sql: "PRAGMA quick_check(3)")
      let references = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
      let miscounted = try String.fetchAll(
        database,
        sql: """
          SELECT id FROM profile WHERE active <> (SELECT count(*) FROM activation
            WHERE activation.profile = profile.id AND state = 'active')
          """)
      guard pages == ["ok"], references == 0, miscounted.isEmpty else {
        let found =
          pages == ["ok"]
          ? "\(references) references lead nowhere, and \(miscounted.count) profiles are counted wrong"
          : pages.joined(separator: "; ")
        throw LicenseDatabaseError(
          .corrupt, place: path, reason: "The database is damaged: \(found).",
          remedy: "Stop the server and put back the latest backup of the file.")
      }
    }
  }
}
