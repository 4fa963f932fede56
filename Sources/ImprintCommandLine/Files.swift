// SPDX-License-Identifier: Apache-2.0
import Glibc
internal import ImprintFiles

/// Files the command line itself reads and writes.
public enum Files {
  /// All bytes of a regular file.
  /// - Throws: ``CommandError`` `file` where it cannot be read or is longer than `limit`.
  public static func read(_ path: String, upTo limit: Int) throws(CommandError) -> [UInt8] {
    try CommandError.at(path) { () throws(FileProblem) in try RegularFile(path).bytes(upTo: limit) }
  }

  /// All bytes of the standard input, to its end.
  /// - Throws: ``CommandError`` `file` where it cannot be read or has more than `limit`: what came before
  ///   counts for nothing.
  public static func standardInput(upTo limit: Int) throws(CommandError) -> [UInt8] {
    try CommandError.at("standard input") { () throws(FileProblem) in
      try FileDescriptor.standardInput.bytes(upTo: limit)
    }
  }

  /// Puts a file in its place whole, or leaves what was there. A manifest stays as readable as it was; a new
  /// file is the user's own.
  /// - Throws: ``CommandError`` `file`.
  public static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    try Folder<CommandError>.write(bytes, to: path, keepsMode: true)
  }

  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// A document without the line end that editors and shells put after it.
  public static func withoutLineEnd(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes[..<(bytes.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0)])
  }

  /// The path from the root, by the folder the command runs in.
  public static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
