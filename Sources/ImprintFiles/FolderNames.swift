// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The entries of a folder.
package enum FolderNames {
  /// The names in a folder, sorted, hidden ones included.
  /// - Throws: `missing`, or what the system says.
  package static func of(_ path: String) throws(FileProblem) -> [String] {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A file where a folder is expected is not a missing folder.
    guard folder >= 0 || errno != ENOENT else { throw .missing }
    return try of(folder)
  }

  /// - Parameter folder: a descriptor that this closes; if negative, errno says why.
  static func of(_ folder: Int32) throws(FileProblem) -> [String] {
    guard folder >= 0, let stream = fdopendir(folder) else { throw .system(errno, "listing it") }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw .system(errno, "listing it") }
        return names.sorted()
      }
      // In place: a record is only as long as its name, so copying all of d_name would read out of bounds.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
  }
}

/// A symbolic link.
package enum FileLink {
  /// Its target as stored; `nil` if it is not a link or cannot be read.
  package static func target(of path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { room in
      guard let start = room.baseAddress else { return nil }
      let length = readlink(path, start, room.count)
      guard length > 0, length < room.count else { return nil }
      return String(decoding: UnsafeRawBufferPointer(room).prefix(length), as: UTF8.self)
    }
  }
}

extension FilePath {
  /// The folder that a path lies in, `.` for a name alone, and its name there; empty if the path ends with a
  /// slash or contains a null.
  package static func parts(of path: String) -> (folder: String, name: String) {
    // To the system a path ends at a null: it would name another file.
    guard !path.utf8.contains(0) else { return (".", "") }
    let whole = FilePath(path)
    guard !path.hasSuffix("/"), let name = whole.lastComponent?.string else { return (whole.string, "") }
    let folder = whole.removingLastComponent()
    return (folder.isEmpty ? "." : folder.string, name)
  }
}
