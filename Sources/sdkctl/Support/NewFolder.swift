// SPDX-License-Identifier: Apache-2.0
import Glibc
import Imprint
import ImprintCommandLine

/// A folder that appears with all its files, or not at all.
final class NewFolder {
  private let path: String
  private let temporary: String
  private var files: [String] = []
  private var isFinished = false

  /// - Throws: ``CommandError`` `file` where there is something already, or nothing can be made beside it.
  init(at path: String) throws(CommandError) {
    var trimmed = path
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    self.path = trimmed
    temporary = "\(trimmed).\(getpid()).new"
    if access(trimmed, F_OK) == 0, !Self.isEmptyFolder(trimmed) {
      throw CommandError(
        .file, place: path, reason: "it is there already, and not an empty folder.",
        remedy: "Choose a folder that is not there yet.")
    }
    guard mkdir(temporary, 0o700) == 0 else {
      throw CommandError(
        .file, place: path, reason: String(cString: strerror(errno)) + ".",
        remedy: "Choose a folder you may write to.")
    }
  }

  deinit {
    if isFinished { return }
    for file in files { unlink("\(temporary)/\(file)") }
    rmdir(temporary)
  }

  func add(_ name: String, _ bytes: [UInt8]) throws(CommandError) {
    files.append(name)
    try Files.write(bytes, to: "\(temporary)/\(name)")
  }

  func finish() throws(CommandError) {
    guard rename(temporary, path) == 0 else {
      throw CommandError(
        .file, place: path, reason: String(cString: strerror(errno)) + ".",
        remedy: "Choose a folder that is not there yet.")
    }
    isFinished = true
  }

  private static func isEmptyFolder(_ path: String) -> Bool {
    guard let folder = opendir(path) else { return false }
    defer { closedir(folder) }
    var entries = 0
    while readdir(folder) != nil { entries += 1 }
    // `.` and `..` are always there.
    return entries <= 2
  }
}
