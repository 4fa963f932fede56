// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

/// The file that SQLite opens. Created here, as SQLite would make it world-readable; SQLite's helper files
/// inherit its mode.
enum DatabaseFile {
  /// Creates an empty file for a new database.
  static func make(_ path: String) throws(LicenseDatabaseError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw refused(path, String(cString: strerror(errno))) }
    close(descriptor)
  }

  /// Checks an existing database before SQLite opens it: for an empty one SQLite would delete the log, and
  /// roll back any journal beside it.
  /// - Parameter changesMode: makes it accessible to its owner only.
  /// - Throws: `missing`, `open`, `corrupt`.
  static func judge(_ path: String, changesMode: Bool = true) throws(LicenseDatabaseError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw refused(path, String(cString: strerror(errno))) }
      throw LicenseDatabaseError(
        .missing, place: path, reason: "The database is not there.",
        remedy: LicenseDatabaseError.restoring + "; `imprint-lkms init` makes a new server.")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw refused(path, "it is no ordinary file") }
    guard status.st_size > 0 else { throw .corrupt(path, "The database is empty: what was in it is gone.") }
    guard !changesMode || chmod(path, 0o600) == 0 else {
      throw refused(path, String(cString: strerror(errno)))
    }
    var journal = stat()
    if lstat(path + "-journal", &journal) == 0, journal.st_size > 0 {
      throw .corrupt(
        path + "-journal", "A journal of another database lies beside this one, which keeps none.")
    }
  }

  /// Copies a file to a new one that only its owner may read.
  static func copy(_ path: String, to target: String) throws(LicenseDatabaseError) {
    let copy = try LicenseDatabaseError.at(target) { () throws(FileProblem) in
      try FileDescriptor.making(target)
    }
    defer { try? copy.close() }
    try LicenseDatabaseError.at(path) { () throws(FileProblem) in
      try RegularFile(path).pieces { piece throws(FileProblem) in try copy.put(piece) }
    }
  }

  /// Flushes the file to disk.
  static func flush(_ path: String) throws(LicenseDatabaseError) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno, "opening it", place: path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .system(errno, "writing it", place: path) }
  }

  private static func refused(_ path: String, _ why: String) -> LicenseDatabaseError {
    LicenseDatabaseError(
      .open, place: path, reason: "The database cannot be opened: \(why).",
      remedy: "Check that the folder exists and that the file belongs to the server's user.")
  }
}
