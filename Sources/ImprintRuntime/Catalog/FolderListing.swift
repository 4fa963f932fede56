// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
private import Glibc

/// Looks into folders.
enum FolderListing {
  /// The names in a folder that are not hidden, in order.
  /// - Throws: `FileProblem` where it is not there or cannot be read.
  static func names(in path: String) throws(FileProblem) -> [String] {
    try FolderNames.of(path).filter { !$0.hasPrefix(".") }
  }

  /// Whether there is anything of that name.
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether there is a folder of that name.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
