// SPDX-License-Identifier: Apache-2.0
internal import GRDB

/// The tables, and how they came to be. A migration that has been released never changes: a new one follows it.
enum DatabaseSchema {
  /// Marks the file as ours (`PRAGMA application_id`): "IMPL".
  static let applicationID = 0x494D_504C

  static func update(_ pool: DatabasePool, path: String) throws {
    let migrator = migrator
    try pool.writeWithoutTransaction { database in
      // GRDB sets NORMAL, which keeps the file whole but may lose the last commits with the power.
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // Two processes may open a new file at once; the second waits here and finds it made.
      try database.inTransaction(.immediate) {
        try checkOrigin(database, migrator: migrator, path: path)
        return .commit
      }
    }
    try migrator.migrate(pool)
  }

  private static func checkOrigin(_ database: Database, migrator: DatabaseMigrator, path: String) throws {
    let id = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    if id == 0, isEmpty {
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      return
    }
    guard id == applicationID else {
      throw LicenseDatabaseError(
        .foreign, place: path, reason: "The file is the database of another program.",
        remedy: "Give the licence server a file of its own.")
    }
    guard try !migrator.hasBeenSuperseded(database) else {
      throw LicenseDatabaseError(
        .newerSchema, place: path,
        reason: "The database was written by a newer version of the licence server.",
        remedy: "Install that version again, or put back the backup from before the update.")
    }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: profiles, keys, activations, audit, usage") { database in
      try database.execute(sql: version1)
    }
    migrator.registerMigration("devices by what they weigh, repetitions by what repeats") { database in
      try database.execute(sql: weighedDevices)
      try rememberDevices(database)
    }
    return migrator
  }
}
