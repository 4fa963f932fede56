// SPDX-License-Identifier: Apache-2.0
import Glibc

// Folders for the user alone.
extension Folder {
  /// Whether the path exists.
  package static func isThere(_ path: String) throws(Failure) -> Bool {
    var status = stat()
    guard stat(path, &status) != 0 else { return true }
    guard errno == ENOENT || errno == ENOTDIR else { throw .system(errno, "looking at it", place: path) }
    return false
  }

  /// Creates a folder that only its owner may enter, if absent; its parent must exist.
  package static func make(_ path: String) throws(Failure) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system(errno, "making it", place: path) }
  }

  /// The same, and its name is on the disk when this returns.
  package static func makeDurable(_ path: String) throws(Failure) {
    guard mkdir(path, 0o700) == 0 else {
      if errno == EEXIST { return }
      throw .system(errno, "making it", place: path)
    }
    try Folder(path: FilePath.parts(of: path).folder).sync()
  }

  /// Creates the missing parents of a path, for the user alone; existing ones are unchanged.
  package static func makeParents(of path: String) throws(Failure) {
    var made = ""
    for name in path.split(separator: "/").dropLast() {
      made += "/" + name
      try make(made)
    }
  }
}
