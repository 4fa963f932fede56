// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

/// SQLite's log beside a database: `<database>-wal`. Its header is of SQLite's file format, section 4.1.
struct WriteAheadLog: Sendable {
  /// The log's identity: SQLite chooses a new one whenever it restarts the log after a checkpoint.
  struct Salt: Sendable, Hashable {
    let bytes: [UInt8]

    static let count = 8
  }

  let file: FileIdentity
  /// `nil` if nothing was logged yet.
  let salt: Salt?
  let isEmpty: Bool

  /// The log of a database; `nil` if there is none.
  static func beside(_ database: String) throws(LicenseDatabaseError) -> WriteAheadLog? {
    let path = database + "-wal"
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .system(errno, "opening it", place: path)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .notAFile(path, reason: "It is not a regular file.")
    }
    var header = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &header, header.count, 0)
    guard count >= 0 else { throw .system(errno, "reading it", place: path) }
    let isLog = count == 32 && header[0..<3] == [0x37, 0x7F, 0x06] && header[3] & 0xFE == 0x82
    return WriteAheadLog(
      file: FileIdentity(status), salt: isLog ? Salt(bytes: Array(header[16..<24])) : nil,
      isEmpty: status.st_size == 0)
  }
}

/// A file's identity, regardless of its name.
struct FileIdentity: Sendable, Hashable {
  let device: UInt
  let number: UInt

  init(_ status: stat) {
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }

  /// `nil` if there is none.
  static func at(_ path: String) -> FileIdentity? {
    var status = stat()
    return lstat(path, &status) == 0 ? FileIdentity(status) : nil
  }
}

/// The files that a database was opened with. One that is removed or replaced meanwhile still accepts writes,
/// which are lost.
struct OpenedFiles: Sendable {
  let path: String
  private let database: FileIdentity?
  private let log: FileIdentity?

  init(_ path: String) {
    self.path = path
    database = .at(path)
    log = .at(path + "-wal")
  }

  /// - Throws: `replaced`.
  func check() throws(LicenseDatabaseError) {
    for (place, file) in [(path, database), (path + "-wal", log)] {
      guard FileIdentity.at(place) == file else { throw .replaced(place, database: path) }
    }
  }
}
