// SPDX-License-Identifier: Apache-2.0
internal import GRDB

/// Verifies that a database is the one that this server wrote last, with all acknowledged transactions.
/// Read-only, before it is opened for writing: closing a database that was opened for writing checkpoints any
/// log beside it, even a foreign one.
///
/// Compares three things: the database's own pages, the pages with the log applied, and the mark.
struct DatabaseInspection {
  /// Whether there is a log: then the last writer was killed, or is still running.
  let hasLog: Bool
  /// With the log applied: the name of its branch; `nil` before the database has one.
  let branch: String?
  let number: CommitNumber
  let mark: CommitMark?

  /// - Parameter trustsMark: `false` accepts the files' content, whatever was acknowledged.
  /// - Throws: `missing`, `open`, `corrupt`, `foreign`, `newer-schema`, `lost`, `unmarked`.
  init(_ path: String, trustsMark: Bool = true) throws(LicenseDatabaseError) {
    try DatabaseFile.judge(path)
    // In this order, as a server may be writing: the mark never names what is not yet in the files, and a log
    // restarted meanwhile has been checkpointed.
    let mark = trustsMark ? try CommitMark.beside(path) : nil
    let last = try mark?.last()
    let log = try WriteAheadLog.beside(path)
    let pages = try DatabaseHeader.read(path)
    guard pages.application == UInt32(DatabaseSchema.applicationID) else {
      throw LicenseDatabaseError(
        .foreign, place: path, reason: "The file is the database of another program.",
        remedy: LicenseDatabaseError.restoring)
    }
    if let last { try Self.compare(pages: pages.number, log: log, with: last, path: path) }
    let whole = try Self.read(path)
    self.mark = mark
    hasLog = log?.salt != nil
    (branch, number) = whole
    guard trustsMark else { return }
    if let branch = whole.branch {
      guard mark != nil, let last else { throw .unmarked(CommitMark.path(of: path)) }
      try Self.compare(branch: branch, whole: whole.number, log: log, with: last, path: path)
    } else if let last, last.number != whole.number {
      throw .lost(path, "The database is of an older version than the one that this server wrote last.")
    }
  }

  /// A log continues where the pages end. Checked first: a foreign log would corrupt them.
  private static func compare(
    pages: CommitNumber, log: WriteAheadLog?, with last: CommitMark.Record, path: String
  ) throws(LicenseDatabaseError) {
    guard let salt = log?.salt else { return }
    guard !pages.isBefore(salt == last.log ? last.logBegin : last.number) else {
      throw .lost(
        path, "The log beside it is a later one's: an older copy of the database was put in its place.")
    }
  }

  private static func compare(
    branch: String, whole: CommitNumber, log: WriteAheadLog?, with last: CommitMark.Record, path: String
  ) throws(LicenseDatabaseError) {
    guard branch == last.branch else {
      throw .lost(path, "It is not the database that this server wrote last: another was put in its place.")
    }
    let missing = last.number.distance(from: whole)
    guard missing <= 0 else {
      throw .lost(
        path,
        "The last \(missing) of the changes that were confirmed are missing: "
          + (log?.salt == nil
            ? "its log is gone, or an older copy was put in its place."
            : "its log is damaged, or an older one's."))
    }
  }

  /// The database's own state, with its log.
  private static func read(
    _ path: String
  ) throws(LicenseDatabaseError) -> (branch: String?, number: CommitNumber) {
    var configuration = DatabaseSchema.configuration
    configuration.readonly = true
    do {
      return try DatabaseQueue(path: path, configuration: configuration).read { database in
        try DatabaseSchema.judge(database, path: path)
        return (try Branch.name(in: database), try Branch.number(in: database))
      }
    } catch {
      throw LicenseDatabaseError(error, path: path)
    }
  }
}
