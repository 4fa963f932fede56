// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import Glibc
internal import ImprintFiles

/// Gives a database a new branch, and its mark.
enum DatabaseBeginning {
  enum Kind {
    /// There is no file yet.
    case new
    /// From a version without marks.
    case older
    /// Restored: accepted regardless of earlier acknowledgements.
    case taken
  }

  /// Under the exclusive lock. Afterwards everything is in one file.
  static func begin(_ path: String, _ kind: Kind) throws(LicenseDatabaseError) {
    let lock = try LicenseDatabase.lock(path, .writing)
    try lock.whileHeld { () throws(LicenseDatabaseError) in
      switch kind {
      case .new: try DatabaseFile.make(path)
      case .older:
        // Another command may have done it already.
        guard try DatabaseInspection(path).branch == nil else { return }
      case .taken: _ = try DatabaseInspection(path, trustsMark: false)
      }
      do {
        let pool = try DatabasePool(path: path, configuration: DatabaseSchema.configuration)
        if kind == .new { try DatabaseSchema.make(in: pool) } else { try DatabaseSchema.update(pool) }
        try name(pool, path: path)
        // Checkpointed at once: SQLite deletes the log beside an empty file.
        try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try pool.close()
      } catch {
        throw LicenseDatabaseError(error, path: path)
      }
    }
  }

  /// The mark first: after a crash between the two the database has no name, and this is repeated.
  private static func name(_ pool: DatabasePool, path: String) throws {
    let number = try pool.write { database in
      try Branch.setName(nil, in: database)
      return try Branch.number(in: database)
    }
    guard unlink(CommitMark.path(of: path)) == 0 || errno == ENOENT else {
      throw LicenseDatabaseError.system(errno, "removing it", place: CommitMark.path(of: path))
    }
    let branch = RandomText.base64url(bytes: 16)
    _ = try CommitMark.make(
      beside: path, CommitMark.Record(branch: branch, number: number, log: nil, logBegin: number))
    try Folder<LicenseDatabaseError>(path: FilePath.parts(of: path).folder).sync()
    try pool.write { try Branch.setName(branch, in: $0) }
  }
}
