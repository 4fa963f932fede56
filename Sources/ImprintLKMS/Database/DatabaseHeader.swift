// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

/// The header in a database's main file, without its log (SQLite's file format, section 1.3).
struct DatabaseHeader: Sendable {
  /// `PRAGMA application_id`.
  let application: UInt32
  /// `PRAGMA user_version`.
  let number: CommitNumber
  /// Whether it is in WAL mode: a server's database, not a backup.
  let keepsLog: Bool

  private static let title = Array("SQLite format 3\0".utf8)

  /// To be read before this process opens the database: closing any descriptor of a file releases all POSIX
  /// locks that the process holds on it.
  static func read(_ path: String) throws(LicenseDatabaseError) -> DatabaseHeader {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno, "opening it", place: path) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { throw .system(errno, "reading it", place: path) }
    guard count == bytes.count, bytes.starts(with: title) else {
      throw .corrupt(path, "The file is no SQLite database, or its first page is damaged.")
    }
    return DatabaseHeader(
      application: number(bytes[68..<72]), number: CommitNumber(rawValue: number(bytes[60..<64])),
      keepsLog: bytes[19] == 2)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
