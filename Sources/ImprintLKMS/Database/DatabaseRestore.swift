// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import ImprintFiles

/// Replaces a database by a backup.
///
/// The backup is copied first, and the copy checked and merged into one file; then the database is moved
/// aside with all its companion files, and the copy renamed. Nothing is deleted, and nothing of the old one
/// stays beside the new one: a foreign log would be applied to it.
public struct DatabaseRestore: Sendable {
  /// The result.
  public struct Outcome: Sendable, Hashable {
    /// The folder with the previous files; `nil` if there were none.
    public let replaced: String?
    /// The number of acknowledged changes that are not in the backup; `nil` if unknown: it is from another
    /// server, or from before another restore.
    public let changesLost: Int?
    /// By name, each with its number of active devices.
    public let profiles: [String: Int]
  }

  private let backup: String
  private let path: String
  private let takesUnvouched: Bool

  /// - Parameters:
  ///   - backup: a file that `imprint-lkms backup` made, or a database beside its log and its mark.
  ///   - path: the database to replace, which may be missing. Its folder must exist.
  ///   - takesUnvouched: whether a server's database, with its log or without, is accepted without a mark
  ///     that vouches for it.
  public init(_ backup: String, over path: String, takesUnvouched: Bool = false) {
    self.backup = backup
    self.path = path
    self.takesUnvouched = takesUnvouched
  }

  /// Blocks its thread.
  /// - Parameter now: seconds since 1970 UTC; names the folder for the previous files.
  /// - Throws: `in-use`, `missing`, `backup-unfit`, and problems of the backup, with its place. The database
  ///   is then unchanged.
  public func run(now: Int64) throws(LicenseDatabaseError) -> Outcome {
    let lock = try lock()
    let (folderPath, name) = FilePath.parts(of: path)
    let folder = try Folder<LicenseDatabaseError>(path: folderPath)
    let stagingName = "restoring.\(String(UInt64.random(in: .min ... .max), radix: 16))"
    let staging = try folder.makeFolder(stagingName)
    let outcome: Outcome
    do {
      let copy = "\(staging.place)/\(name)"
      let changesLost = try copyBackup(to: copy)
      let profiles = try judge(copy)
      for file in [copy, CommitMark.path(of: copy)] { try DatabaseFile.flush(file) }
      try staging.sync()
      let replaced = try putAside(name, in: folder, now: now)
      // The mark first: a mark without database is reported as a missing database, and this can be repeated.
      for file in [CommitMark.path(of: name), name] { try staging.move(file, to: folder, as: file) }
      outcome = Outcome(replaced: replaced, changesLost: changesLost, profiles: profiles)
    } catch {
      // What cannot be removed is told less than why it was to be.
      try? folder.removeAll(stagingName)
      throw error
    }
    try folder.removeAll(stagingName)
    withExtendedLifetime(lock) {}
    return outcome
  }

  private func lock() throws(LicenseDatabaseError) -> FileLock<LicenseDatabaseError> {
    do {
      return try .takeBlocking(path + "-lock", .writing, patience: .seconds(2), creates: true)
    } catch {
      guard error.code == .busy else { throw error }
      throw LicenseDatabaseError(
        .inUse, place: path, reason: "A server or another command has the database open.",
        remedy: "Stop the server, then try again.")
    }
  }

  // MARK: The copy

  /// - Returns: the number of acknowledged changes it lacks.
  private func copyBackup(to copy: String) throws(LicenseDatabaseError) -> Int? {
    try DatabaseFile.judge(backup, changesMode: false)
    try DatabaseFile.copy(backup, to: copy)
    let hasLog = try WriteAheadLog.beside(backup)?.isEmpty == false
    if hasLog {
      try DatabaseFile.copy(backup + "-wal", to: copy + "-wal")
      try requireMark(of: copy, "A log lies beside it, so this file alone is no backup")
    }
    let found = try told(of: copy) { () throws(LicenseDatabaseError) in
      try DatabaseInspection(copy, trustsMark: false)
    }
    // One of a version without marks may be a copy by SQLite's `.backup`, the method of that time.
    if !hasLog, found.branch != nil, try DatabaseHeader.read(copy).keepsLog {
      try requireMark(of: copy, "It is a server's database, of which a part may be in a log that is not here")
    }
    guard let last = try CommitMark.beside(path)?.last(), last.branch == found.branch else { return nil }
    return max(0, last.number.distance(from: found.number))
  }

  /// A mark beside the backup vouches that all acknowledged transactions are in the copy.
  private func requireMark(of copy: String, _ doubt: String) throws(LicenseDatabaseError) {
    guard !takesUnvouched else { return }
    let mark = CommitMark.path(of: backup)
    var reason = "no mark tells whether all of it is there"
    if FileIdentity.at(mark) != nil {
      try DatabaseFile.copy(mark, to: CommitMark.path(of: copy))
      do {
        if try DatabaseInspection(copy).branch != nil { return }
      } catch {
        reason = error.reason
      }
    }
    throw LicenseDatabaseError(
      .backupUnfit, place: backup, reason: "\(doubt): \(reason)",
      remedy: "Name a file that `imprint-lkms backup` made; or take what is there, with --anyway.")
  }

  /// Checks the copy; afterwards it is one file, with a branch and a mark of its own.
  private func judge(_ copy: String) throws(LicenseDatabaseError) -> [String: Int] {
    try told(of: copy) { () throws(LicenseDatabaseError) in
      try DatabaseBeginning.begin(copy, .taken)
      do {
        return try DatabaseQueue(path: copy, configuration: DatabaseSchema.configuration).read { database in
          let faults = try DatabaseFaults(of: database, .everything).sentences
          guard faults.isEmpty else { throw DatabaseFaults.error(faults, place: copy) }
          let rows = try Row.fetchAll(database, sql: "SELECT id, active FROM profile")
          return Dictionary(uniqueKeysWithValues: rows.map { ($0["id"], $0["active"]) })
        }
      } catch {
        throw LicenseDatabaseError(error, path: copy)
      }
    }
  }

  /// Problems of the copy are reported for the backup.
  private func told<T>(
    of copy: String, _ work: () throws(LicenseDatabaseError) -> T
  ) throws(LicenseDatabaseError) -> T {
    do { return try work() } catch {
      throw error.place.hasPrefix(copy) ? error.at(backup + error.place.dropFirst(copy.count)) : error
    }
  }

  // MARK: The database that was there

  private func putAside(
    _ name: String, in folder: borrowing Folder<LicenseDatabaseError>, now: Int64
  ) throws(LicenseDatabaseError) -> String? {
    var there: [String] = []
    // The database before its log: a log alone is useless.
    for file in ["", "-wal", "-shm", "-journal", "-mark"].map({ name + $0 }) {
      if try folder.contains(file) { there.append(file) }
    }
    guard !there.isEmpty else { return nil }
    var asideName = "replaced-\(now)"
    var count = 1
    while try folder.contains(asideName) {
      count += 1
      asideName = "replaced-\(now)-\(count)"
    }
    let aside = try folder.makeFolder(asideName)
    for file in there { try folder.move(file, to: aside, as: file) }
    return aside.place
  }
}
