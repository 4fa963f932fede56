// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Files the command line itself reads and writes.
public enum Files {
  /// All bytes of a regular file.
  /// - Throws: ``CommandError`` `file` where it cannot be read or is longer than `limit`.
  public static func read(_ path: String, upTo limit: Int) throws(CommandError) -> [UInt8] {
    // Non-blocking, so that a named pipe without a writer cannot hang the command.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path, "Give the path of a file you may read.") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure(path, reason: "it is not a regular file.", "Give the path of a file.")
    }
    guard status.st_size <= limit else {
      throw failure(
        path, reason: "it has \(status.st_size) bytes; \(limit) are read at most.", "Give another file.")
    }
    guard let bytes = try rest(of: descriptor, path, upTo: limit, "Copy it again, from where it is whole.")
    else {
      throw failure(path, reason: "it grows while it is read.", "Give a file that nobody writes to.")
    }
    return bytes
  }

  /// All bytes of the standard input, to its end.
  /// - Throws: ``CommandError`` `file` where it cannot be read or has more than `limit`: what came before
  ///   counts for nothing.
  public static func standardInput(upTo limit: Int) throws(CommandError) -> [UInt8] {
    let place = "standard input"
    guard
      let bytes = try rest(of: STDIN_FILENO, place, upTo: limit, "Give a file or a pipe that can be read.")
    else {
      throw failure(place, reason: "it has more than \(limit) bytes.", "Give less.")
    }
    return bytes
  }

  /// What can be read to the end; `nil` where that is more than `limit`. A failure is never an end.
  private static func rest(
    of descriptor: Int32, _ place: String, upTo limit: Int, _ remedy: String
  ) throws(CommandError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(place, remedy) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
    return nil
  }

  /// Puts a file in its place whole, or leaves what was there.
  /// - Throws: ``CommandError`` `file`.
  public static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    let temporary = "\(path).\(getpid()).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path, "Choose a folder you may write to.") }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      written += count
    }
    let isWhole = written == bytes.count && fsync(descriptor) == 0
    let error = isWhole ? nil : failure(path, "Make room on the disk.")
    close(descriptor)
    if let error {
      unlink(temporary)
      throw error
    }
    // A manifest stays as readable as it was; a new file is the user's own.
    var status = stat()
    if stat(path, &status) == 0 { chmod(temporary, status.st_mode & 0o777) }
    guard rename(temporary, path) == 0 else {
      let error = failure(path, "Choose a folder you may write to.")
      unlink(temporary)
      throw error
    }
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

  private static func failure(_ path: String, reason: String? = nil, _ remedy: String) -> CommandError {
    CommandError(
      .file, place: path, reason: reason ?? String(cString: strerror(errno)) + ".", remedy: remedy)
  }
}
