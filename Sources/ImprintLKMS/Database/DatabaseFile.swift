// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The file that SQLite opens. It is made here first: SQLite would make it readable for everybody, and gives its
/// own helper files the mode of this one.
enum DatabaseFile {
  static func prepare(_ path: String) throws(LicenseDatabaseError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw refused(path, String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var state = stat()
    guard fstat(descriptor, &state) == 0, state.st_mode & S_IFMT == S_IFREG else {
      throw refused(path, "it is no ordinary file")
    }
    guard fchmod(descriptor, 0o600) == 0 else { throw refused(path, String(cString: strerror(errno))) }
  }

  private static func refused(_ path: String, _ why: String) -> LicenseDatabaseError {
    LicenseDatabaseError(
      .open, place: path, reason: "The database cannot be opened: \(why).",
      remedy: "Check that the folder exists and that the file belongs to the server's user.")
  }
}
