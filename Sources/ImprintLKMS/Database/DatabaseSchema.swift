// SPDX-License-Identifier: Apache-2.0
internal import GRDB

/// The tables, and how they came to be. A migration that has been released never changes: a new one follows
/// it.
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
      // A damaged or foreign file shall not make SQLite run what its schema says.
      try database.execute(sql: "PRAGMA trusted_schema = OFF")
      try database.execute(sql: "PRAGMA cell_size_check = ON")
    }
    return configuration
  }

  /// Looks whether the tables are ours, of this version or of one before it. Writes nothing.
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

  /// Makes the tables of a new database.
  static func make(in pool: DatabasePool) throws {
    try pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    }
    try update(pool)
  }

  /// Brings the tables up to this version.
  static func update(_ pool: DatabasePool) throws {
    try pool.writeWithoutTransaction { database in
      // GRDB sets NORMAL, which keeps the file whole but may lose the last commits with the power.
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    try migrator.migrate(pool)
  }

  /// One thing of a schema, as `sqlite_schema` has it.
  struct Item: Sendable, Hashable {
    let type: String
    let name: String
    let sql: String?
  }

  /// All tables, indexes and triggers of a database but SQLite's own notes on them (ANALYZE).
  static func items(of database: Database) throws -> Set<Item> {
    // A damaged page may have other values than texts in it, which a text is not made of.
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT coalesce(CAST(type AS TEXT), '') AS type, coalesce(CAST(name AS TEXT), '') AS name,
          CAST(sql AS TEXT) AS sql FROM sqlite_schema WHERE coalesce(name, '') NOT LIKE 'sqlite_stat%'
        """)
    return Set(rows.map { Item(type: $0["type"], name: $0["name"], sql: $0["sql"]) })
  }

  /// What a database of this version has.
  static func expectedItems() throws -> Set<Item> {
    let queue = try DatabaseQueue()
    try migrator.migrate(queue)
    return try queue.read { try items(of: $0) }
  }
}
