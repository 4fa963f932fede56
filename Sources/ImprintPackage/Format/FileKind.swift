// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

/// The kind of file under a name.
enum FileKind {
  case file
  case folder
  /// A device, a pipe, a socket.
  case other

  /// Follows links.
  /// - Throws: ``PackageError`` if it does not exist or cannot be examined.
  init(of path: String) throws(PackageError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .system(errno, "looking at it", place: path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}
