// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import Glibc
internal import ImprintFiles
internal import Synchronization

/// What the licence server knows: profiles, API keys, activations, the audit and the usage.
///
/// One SQLite file in WAL mode, of mode 0600, with a mark beside it that tells what was confirmed last. Every
/// write is one transaction that has reached the disk (fsync) when the call returns, so a process that is
/// killed, or a machine that loses its power, loses nothing that was confirmed; and a file that has lost some
/// of it is refused. Safe from any thread, and several processes may have it open: the server and the
/// operator's commands.
public final class LicenseDatabase: Sendable {
  /// The file.
  public let path: String
  /// Whether it was not closed by who wrote it last, or still is open elsewhere: its log was there.
  public let hadLog: Bool
  /// Seconds since 1970 UTC.
  let clock: @Sendable () -> Int64
  private let pool: DatabasePool
  private let writer: GroupWriter
  /// Keeps a restore away while this is open.
  private let use: Mutex<FileLock<LicenseDatabaseError>>

  /// Opens a database that is there, and brings its tables up to this version.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - clock: the time, in seconds since 1970 UTC.
  /// - Throws: `missing`, `open`, `corrupt`, `lost`, `unmarked`, `foreign`, `newer-schema`, `busy`, `full` or
  ///   `input-output`.
  public convenience init(
    path: String, clock: @escaping @Sendable () -> Int64 = LicenseDatabase.systemClock
  ) throws(LicenseDatabaseError) {
    try self.init(path: path, groupLimit: 64, clock: clock)
  }

  /// Makes a new database where nothing is yet, in a folder that exists, and closes it.
  /// - Throws: `open`, `busy`, `full` or `input-output`.
  static func make(path: String) throws(LicenseDatabaseError) { try DatabaseBeginning.begin(path, .new) }

  /// `groupLimit`: how many writes at most share a transaction.
  init(
    path: String, groupLimit: Int, clock: @escaping @Sendable () -> Int64
  ) throws(LicenseDatabaseError) {
    var use = try Self.lock(path, .reading)
    var inspection = try DatabaseInspection(path)
    if inspection.branch == nil {
      use = try Self.upgrade(path, leaving: use)
      inspection = try DatabaseInspection(path)
    }
    guard let mark = inspection.mark else { throw .unmarked(CommitMark.path(of: path)) }
    self.path = path
    self.clock = clock
    self.use = Mutex(use)
    hadLog = inspection.hasLog
    do {
      pool = try DatabasePool(path: path, configuration: DatabaseSchema.configuration)
      try DatabaseSchema.update(pool)
    } catch {
      throw LicenseDatabaseError(error, path: path)
    }
    writer = GroupWriter(pool: pool, limit: groupLimit, mark: mark, files: OpenedFiles(path))
  }

  /// Of a version without marks: nobody else may have it open while it gets one.
  private static func upgrade(
    _ path: String, leaving use: consuming FileLock<LicenseDatabaseError>
  ) throws(LicenseDatabaseError) -> FileLock<LicenseDatabaseError> {
    _ = consume use
    try DatabaseBeginning.begin(path, .older)
    return try lock(path, .reading)
  }

  /// The lock that everybody has who has the database open, and alone who replaces it.
  static func lock(
    _ path: String, _ kind: FileLock<LicenseDatabaseError>.Kind
  ) throws(LicenseDatabaseError) -> FileLock<LicenseDatabaseError> {
    try .takeBlocking(path + "-lock", kind, patience: .seconds(5), creates: true)
  }

  /// The machine's time, in seconds since 1970 UTC.
  public static let systemClock: @Sendable () -> Int64 = { Int64(time(nil)) }

  /// Puts all that is in the log on the database's own pages and closes it: where no other process has it
  /// open, one file has everything, and no log is left. It cannot be used any more. Blocks its thread; a task
  /// that is cancelled closes it all the same.
  /// - Throws: `full`, `input-output`, `busy`. Nothing that was confirmed is lost.
  public func close() throws(LicenseDatabaseError) {
    do {
      try pool.barrierWriteWithoutTransaction { database in
        // Others who read keep it from being emptied; the last one to close does it.
        do { _ = try database.checkpoint(.truncate) } catch DatabaseError.SQLITE_BUSY {}
      }
      try pool.close()
      // The pool's readers close after its writer, and who may only read leaves the log where it is.
      let last = try DatabaseQueue(path: path, configuration: DatabaseSchema.configuration)
      _ = try last.inDatabase { try Branch.number(in: $0) }
      try last.close()
    } catch {
      throw LicenseDatabaseError(error, path: path)
    }
  }

  /// Reads a state that is consistent in itself.
  func read<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(LicenseDatabaseError) -> T {
    do { return try await pool.read(body) } catch { throw LicenseDatabaseError(error, path: path) }
  }

  /// Writes: all of it or nothing, and on the disk when it returns.
  func write<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(LicenseDatabaseError) -> T {
    do { return try await writer.run(body) } catch { throw LicenseDatabaseError(error, path: path) }
  }

  /// Copies what is confirmed now into another database, page by page.
  func copy(to target: DatabaseQueue) throws { try pool.backup(to: target) }
}
