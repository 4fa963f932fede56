// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import Glibc
internal import ImprintFiles
internal import Synchronization

/// The licence server's data: profiles, API keys, activations, audit log and usage.
///
/// One SQLite file in WAL mode, of mode 0600, with a mark beside it that records the last acknowledged
/// transaction. Every write is one durable transaction (fsync) when the call returns, so a killed process or
/// a power cut loses nothing acknowledged; and a file that has lost some of it is refused. Thread-safe, and
/// several processes may have it open: the server and the operator's commands.
public final class LicenseDatabase: Sendable {
  /// The file.
  public let path: String
  /// Whether its log existed: it was not closed cleanly, or is open elsewhere.
  public let hadLog: Bool
  /// Seconds since 1970 UTC.
  let clock: @Sendable () -> Int64
  private let pool: DatabasePool
  private let writer: GroupWriter
  /// Excludes a restore while this is open.
  private let use: Mutex<FileLock<LicenseDatabaseError>>

  /// Opens an existing database, and migrates its tables to this version.
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

  /// Creates a new database in an existing folder, and closes it.
  /// - Throws: `open`, `busy`, `full` or `input-output`.
  static func make(path: String) throws(LicenseDatabaseError) { try DatabaseBeginning.begin(path, .new) }

  /// `groupLimit`: the most writes that share a transaction.
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

  /// From a version without marks: exclusive access while it gets one.
  private static func upgrade(
    _ path: String, leaving use: consuming FileLock<LicenseDatabaseError>
  ) throws(LicenseDatabaseError) -> FileLock<LicenseDatabaseError> {
    _ = consume use
    try DatabaseBeginning.begin(path, .older)
    return try lock(path, .reading)
  }

  /// The lock that is shared by all who have the database open, and exclusive for replacing it.
  static func lock(
    _ path: String, _ kind: FileLock<LicenseDatabaseError>.Kind
  ) throws(LicenseDatabaseError) -> FileLock<LicenseDatabaseError> {
    try .takeBlocking(path + "-lock", kind, patience: .seconds(5), creates: true)
  }

  /// The machine's time, in seconds since 1970 UTC.
  public static let systemClock: @Sendable () -> Int64 = { Int64(time(nil)) }

  /// Checkpoints the log and closes the database: if no other process has it open, everything is in one file,
  /// without a log. It cannot be used afterwards. Blocks its thread, even if the task is cancelled.
  /// - Throws: `full`, `input-output`, `busy`. No acknowledged transaction is lost.
  public func close() throws(LicenseDatabaseError) {
    do {
      try pool.barrierWriteWithoutTransaction { database in
        // Other readers prevent truncation; the last one to close does it.
        do { _ = try database.checkpoint(.truncate) } catch DatabaseError.SQLITE_BUSY {}
      }
      try pool.close()
      // The pool's readers close after its writer, and read-only connections leave the log in place.
      let last = try DatabaseQueue(path: path, configuration: DatabaseSchema.configuration)
      _ = try last.inDatabase { try Branch.number(in: $0) }
      try last.close()
    } catch {
      throw LicenseDatabaseError(error, path: path)
    }
  }

  /// Reads a consistent snapshot.
  func read<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(LicenseDatabaseError) -> T {
    do { return try await pool.read(body) } catch { throw LicenseDatabaseError(error, path: path) }
  }

  /// Writes atomically, and durably when it returns.
  func write<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(LicenseDatabaseError) -> T {
    do { return try await writer.run(body) } catch { throw LicenseDatabaseError(error, path: path) }
  }

  /// Copies the committed state into another database, page by page.
  func copy(to target: DatabaseQueue) throws { try pool.backup(to: target) }
}
