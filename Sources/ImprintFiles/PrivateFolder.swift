// SPDX-License-Identifier: Apache-2.0
import Glibc

// Folders for the user alone.
extension Folder {
  /// Makes a folder that only its owner may enter, where there is none; those above have to be there.
  package static func make(_ path: String) throws(Failure) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system(errno, "making it", place: path) }
  }

  /// Makes the folders above a path, for the user alone; those there stay as they are.
  package static func makeParents(of path: String) throws(Failure) {
    var made = ""
    for name in path.split(separator: "/").dropLast() {
      made += "/" + name
      try make(made)
    }
  }
}
