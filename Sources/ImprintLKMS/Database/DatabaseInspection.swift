// SPDX-License-Identifier: Apache-2.0
internal import GRDB

/// Whether a database is the one that this server wrote last, and has all that was confirmed. It is looked at
/// before it is opened for writing, and nothing is written: who opens a database for writing plays its log
/// into it when they close it, whosever log that is.
///
/// Three things are compared: the database's own pages, what they are together with the log, and the mark.
struct DatabaseInspection {
  /// Whether a log was left: then the process that wrote last was killed, or goes on.
  let hasLog: Bool
  /// As it is with its log. The name of its branch; `nil` before the database has one.
  let branch: String?
  let number: CommitNumber
  let mark: CommitMark?

  /// - Parameter trustsMark: `false` takes what the files have, whatever was confirmed.
  /// - Throws: `missing`, `open`, `corrupt`, `foreign`, `newer-schema`, `lost`, `unmarked`.
  init(_ path: String, trustsMark: Bool = true) throws(LicenseDatabaseError) {
    try DatabaseFile.judge(path)
    // In this order, as a server may be writing: the mark never names what is not in the files yet, and a log
    // that is begun anew meanwhile has put what was in it on the pages.
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

  /// A log goes on where the pages end. Looked at first: a log of other pages makes nonsense of them.
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

  /// What the database says of itself, with its log.
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
