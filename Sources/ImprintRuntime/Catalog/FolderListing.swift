// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
private import Glibc

/// The names in a folder, in order.
enum FolderListing {
  /// The names that are not hidden.
  /// - Throws: ``FileProblem`` where it is not there or cannot be read.
  static func names(in path: String) throws(FileProblem) -> [String] {
    try allNames(in: path).filter { !$0.hasPrefix(".") }
  }

  /// The names, with the hidden ones.
  /// - Throws: ``FileProblem`` where it is not there or cannot be read.
  static func allNames(in path: String) throws(FileProblem) -> [String] {
    guard let folder = opendir(path) else {
      // A file in the place of a folder is a fault of the installation, not an empty one.
      throw errno == ENOENT ? .missing : .system(errno)
    }
    defer { closedir(folder) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else {
        if errno != 0 { throw FileProblem(errno) }
        return names.sorted()
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
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
