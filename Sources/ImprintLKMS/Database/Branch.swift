// SPDX-License-Identifier: Apache-2.0
internal import GRDB

/// The identity and the last transaction of a database, as also recorded by ``CommitMark``.
enum Branch {
  /// Named once the mark has the name.
  static let table = """
    CREATE TABLE branch (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT) STRICT;
    INSERT INTO branch (id) VALUES (1);
    """

  /// `nil` before it has one.
  static func name(in database: Database) throws -> String? {
    guard try database.tableExists("branch") else { return nil }
    return try String.fetchOne(database, sql: "SELECT name FROM branch WHERE name IS NOT NULL")
  }

  static func setName(_ name: String?, in database: Database) throws {
    try database.execute(sql: "UPDATE branch SET name = ?", arguments: [name])
  }

  /// The last transaction's.
  static func number(in database: Database) throws -> CommitNumber {
    let stored = try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    return CommitNumber(rawValue: UInt32(bitPattern: stored))
  }

  /// Numbers the current transaction.
  static func advance(in database: Database) throws -> CommitNumber {
    let number = try number(in: database).next
    try database.execute(sql: "PRAGMA user_version = \(Int32(bitPattern: number.rawValue))")
    return number
  }
}
