// SPDX-License-Identifier: Apache-2.0
import Glibc
internal import ImprintFiles

/// Files the command line itself reads and writes.
public enum Files {
  /// All bytes of a regular file.
  /// - Throws: ``CommandError`` `file` if it cannot be read or is longer than `limit`.
  public static func read(_ path: String, upTo limit: Int) throws(CommandError) -> [UInt8] {
    try CommandError.at(path) { () throws(FileProblem) in try RegularFile(path).bytes(upTo: limit) }
  }

  /// All bytes of the standard input, to its end.
  /// - Throws: ``CommandError`` `file` if it cannot be read or has more than `limit`; what was read is
  ///   discarded.
  public static func standardInput(upTo limit: Int) throws(CommandError) -> [UInt8] {
    try CommandError.at("standard input") { () throws(FileProblem) in
      try FileDescriptor.standardInput.bytes(upTo: limit)
    }
  }

  /// Replaces a file atomically, or leaves it unchanged. A manifest keeps its permissions; a new file is
  /// private to the user.
  /// - Throws: ``CommandError`` `file`.
  public static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    try Folder<CommandError>.write(bytes, to: path, keepsMode: true)
  }

  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// A document without the trailing line end that editors and shells add.
  public static func withoutLineEnd(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes[..<(bytes.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0)])
  }

  /// The absolute path, relative to the working directory.
  public static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
