// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import Glibc

/// What the licence server knows: profiles, API keys, activations, the audit and the usage.
///
/// One SQLite file in WAL mode, of mode 0600. Every write is one transaction that has reached the disk (fsync) when
/// the call returns, so a process that is killed, or a machine that loses its power, loses nothing that was
/// confirmed. Safe from any thread, and several processes may have it open: the server and the operator's commands.
public final class LicenseDatabase: Sendable {
  /// The file.
  public let path: String
  /// Seconds since 1970 UTC.
  let clock: @Sendable () -> Int64
  private let pool: DatabasePool
  private let writer: GroupWriter

  /// Opens the file, or makes it, and brings its tables up to this version.
  ///
  /// - Parameters:
  ///   - path: the file; its folder exists.
  ///   - clock: the time, in seconds since 1970 UTC.
  /// - Throws: `open`, `corrupt`, `foreign`, `newer-schema`, `busy`, `full` or `input-output`.
  public convenience init(
    path: String, clock: @escaping @Sendable () -> Int64 = LicenseDatabase.systemClock
  ) throws(LicenseDatabaseError) {
    try self.init(path: path, groupLimit: 64, clock: clock)
  }

  /// `groupLimit`: how many writes at most share a transaction.
  init(
    path: String, groupLimit: Int, clock: @escaping @Sendable () -> Int64
  ) throws(LicenseDatabaseError) {
    self.path = path
    self.clock = clock
    try DatabaseFile.prepare(path)
    do {
      pool = try DatabasePool(path: path, configuration: Self.configuration)
      try DatabaseSchema.update(pool, path: path)
    } catch {
      throw LicenseDatabaseError(error, path: path)
    }
    writer = GroupWriter(pool: pool, limit: groupLimit)
  }

  /// The machine's time, in seconds since 1970 UTC.
  public static let systemClock: @Sendable () -> Int64 = { Int64(time(nil)) }

  private static var configuration: Configuration {
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

  /// Reads a state that is consistent in itself.
  func read<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(LicenseDatabaseError) -> T {
    do {
      return try await pool.read(body)
    } catch {
      throw LicenseDatabaseError(error, path: path)
    }
  }

  /// Writes: all of it or nothing, and on the disk when it returns.
  func write<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(LicenseDatabaseError) -> T {
    do {
      return try await writer.run(body)
    } catch {
      throw LicenseDatabaseError(error, path: path)
    }
  }
}
