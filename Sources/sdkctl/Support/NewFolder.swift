// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A folder that appears with all its files, or not at all.
final class NewFolder {
  private let path: String
  private let temporary: String
  private var files: [String] = []
  private var folders: [String] = []
  private var isFinished = false

  /// - Throws: ``CommandError`` `file` where there is something already, or nothing can be made beside it.
  ///
  /// - Parameter makingParents: Whether the folders that it lies in are made too, for the user alone.
  init(at path: String, makingParents: Bool = false) throws(CommandError) {
    var trimmed = path
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    self.path = trimmed
    temporary = "\(trimmed).\(getpid()).new"
    if access(trimmed, F_OK) == 0, !Self.isEmptyFolder(trimmed) {
      throw CommandError(
        .file, place: path, reason: "it is there already, and not an empty folder.",
        remedy: "Choose a folder that is not there yet.")
    }
    if makingParents { try Self.makeParents(of: trimmed) }
    guard mkdir(temporary, 0o700) == 0 else {
      throw CommandError(
        .file, place: path, reason: String(cString: strerror(errno)) + ".",
        remedy: "Choose a folder you may write to.")
    }
  }

  deinit {
    if isFinished { return }
    for file in files { unlink("\(temporary)/\(file)") }
    for folder in folders.reversed() { rmdir("\(temporary)/\(folder)") }
    rmdir(temporary)
  }

  func add(_ name: String, _ bytes: [UInt8]) throws(CommandError) {
    files.append(name)
    try Files.write(bytes, to: "\(temporary)/\(name)")
  }

  /// A folder in it, for files whose names begin with its own.
  func addFolder(_ name: String) throws(CommandError) {
    guard mkdir("\(temporary)/\(name)", 0o700) == 0 else {
      throw CommandError(
        .file, place: "\(path)/\(name)", reason: String(cString: strerror(errno)) + ".",
        remedy: "Make room on the disk.")
    }
    folders.append(name)
  }

  func finish() throws(CommandError) {
    guard rename(temporary, path) == 0 else {
      throw CommandError(
        .file, place: path, reason: String(cString: strerror(errno)) + ".",
        remedy: "Choose a folder that is not there yet.")
    }
    isFinished = true
  }

  private static func makeParents(of path: String) throws(CommandError) {
    let parts = Files.absolute(path).split(separator: "/").dropLast()
    for count in parts.indices.map({ $0 + 1 }) {
      let folder = "/" + parts.prefix(count).joined(separator: "/")
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
        throw CommandError(
          .file, place: folder, reason: String(cString: strerror(errno)) + ".",
          remedy: "Choose a folder you may write to.")
      }
    }
  }

  private static func isEmptyFolder(_ path: String) -> Bool {
    guard let folder = opendir(path) else { return false }
    defer { closedir(folder) }
    var entries = 0
    errno = 0
    while readdir(folder) != nil {
      entries += 1
      errno = 0
    }
    // `.` and `..` are always there. One that cannot be listed is not known to be empty.
    return entries <= 2 && errno == 0
  }
}
