// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
private import Glibc

/// Lists folders.
enum FolderListing {
  /// The names in a folder that are not hidden, sorted.
  /// - Throws: `FileProblem` where it does not exist or cannot be read.
  static func names(in path: String) throws(FileProblem) -> [String] {
    try FolderNames.of(path).filter { !$0.hasPrefix(".") }
  }

  /// Whether anything exists at that path.
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether a folder exists at that path.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
