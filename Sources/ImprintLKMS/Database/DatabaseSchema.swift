// SPDX-License-Identifier: Apache-2.0
internal import GRDB

/// The tables and their migrations. A released migration never changes: add a new one.
enum DatabaseSchema {
  /// Marks the file as ours (`PRAGMA application_id`): "IMPL".
  static let applicationID = 0x494D_504C

  private static let first = "1: profiles, keys, activations, audit, usage"

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration(first) { database in
      try database.execute(sql: version1)
    }
    migrator.registerMigration("devices by what they weigh, repetitions by what repeats") { database in
      try database.execute(sql: weighedDevices)
      try rememberDevices(database)
    }
    migrator.registerMigration("the branch of what was confirmed") { database in
      try database.execute(sql: Branch.table)
    }
    migrator.registerMigration("devices that count, by activation") { database in
      try database.execute(sql: knownDevices)
    }
    return migrator
  }

  /// How every connection is set up.
  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "imprint-lkms"
    configuration.busyMode = .timeout(5)
    configuration.foreignKeysEnabled = true
    configuration.maximumReaderCount = 2
    configuration.prepareDatabase { database in
      // So that a damaged or foreign file cannot make SQLite run code in its schema.
      try database.execute(sql: "PRAGMA trusted_schema = OFF")
      try database.execute(sql: "PRAGMA cell_size_check = ON")
    }
    return configuration
  }

  /// Checks that the tables are ours, of this or an earlier version. Read-only.
  /// - Throws: `corrupt`, `newer-schema`.
  static func judge(_ database: Database, path: String) throws {
    let migrator = migrator
    guard try database.tableExists("grdb_migrations"),
      try migrator.appliedIdentifiers(database).contains(first)
    else { throw LicenseDatabaseError.corrupt(path, "The database has no tables: what was in it is gone.") }
    guard try !migrator.hasBeenSuperseded(database) else {
      throw LicenseDatabaseError(
        .newerSchema, place: path,
        reason: "The database was written by a newer version of the licence server.",
        remedy:
          "Install that version again, or restore the backup from before the update: imprint-lkms restore BACKUP"
      )
    }
  }

  /// Creates the tables of a new database.
  static func make(in pool: DatabasePool) throws {
    try pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    }
    try update(pool)
  }

  /// Migrates the tables to this version.
  static func update(_ pool: DatabasePool) throws {
    try pool.writeWithoutTransaction { database in
      // GRDB sets NORMAL, which keeps the file consistent but may lose the last commits on a power cut.
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    try migrator.migrate(pool)
  }

  /// One item of a schema, as in `sqlite_schema`.
  struct Item: Sendable, Hashable {
    let type: String
    let name: String
    let sql: String?
  }

  /// All tables, indexes and triggers of a database, except SQLite's statistics (ANALYZE).
  static func items(of database: Database) throws -> Set<Item> {
    // On a damaged page values may not be text.
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT coalesce(CAST(type AS TEXT), '') AS type, coalesce(CAST(name AS TEXT), '') AS name,
          CAST(sql AS TEXT) AS sql FROM sqlite_schema WHERE coalesce(name, '') NOT LIKE 'sqlite_stat%'
        """)
    return Set(rows.map { Item(type: $0["type"], name: $0["name"], sql: $0["sql"]) })
  }

  /// The schema of this version.
  static func expectedItems() throws -> Set<Item> {
    let queue = try DatabaseQueue()
    try migrator.migrate(queue)
    return try queue.read { try items(of: $0) }
  }
}
