// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Reads and replaces whole small files, without Foundation.
package enum ManifestFile {
  /// The bytes of a regular file of at most `maximum` bytes; a longer one is refused unread.
  /// - Parameter followsLink: Whether it may be a link to one.
  package static func read(
    _ path: String, maximum: Int, followsLink: Bool = true
  ) throws(ManifestProblem) -> [UInt8] {
    // Not blocking: opening a FIFO would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW))
    guard descriptor >= 0 else {
      guard followsLink || errno != ELOOP else {
        throw unreadable(path, "it is a link, and nothing in a plugin's folder may be one")
      }
      throw unreadable(path, words(of: errno))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(path, words(of: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unreadable(path, "it is no regular file") }
    // One byte more than allowed, since a file can grow after fstat.
    let capacity = min(max(Int(status.st_size), 0), maximum) + 1
    var length = 0
    var failure: Int32 = 0
    var bytes = [UInt8](repeating: 0, count: capacity)
    while length < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress?.advanced(by: length), buffer.count - length)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { failure = errno }
      if count <= 0 { break }
      length += count
      if length == bytes.count, length <= maximum {
        bytes.append(contentsOf: [UInt8](repeating: 0, count: min(length, maximum + 1 - length)))
      }
    }
    guard failure == 0 else { throw unreadable(path, words(of: failure)) }
    guard length <= maximum else { throw tooLarge(path, maximum: maximum) }
    bytes.removeLast(bytes.count - length)
    return bytes
  }

  package static func tooLarge(_ place: String, maximum: Int) -> ManifestProblem {
    ManifestProblem(
      .tooLarge, file: place, reason: "It is longer than \(maximum / 1024) KiB.",
      remedy: "No manifest needs that; remove what does not belong there.")
  }

  /// Replaces a file's content as a whole: after a crash there is the old or the new content, never a part.
  /// The file keeps its mode; a symbolic link keeps pointing at it.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(ManifestProblem) {
    guard let resolved = realpath(path, nil) else { throw unwritable(path, words(of: errno)) }
    defer { free(resolved) }
    let target = String(cString: resolved)
    var status = stat()
    guard stat(target, &status) == 0 else { throw unwritable(path, words(of: errno)) }

    var template = Array("\(target).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw unwritable(path, words(of: errno)) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var isInPlace = false
    defer {
      close(descriptor)
      if !isInPlace { unlink(template) }
    }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw unwritable(path, words(of: errno)) }
      written += count
    }
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0, fsync(descriptor) == 0,
      rename(template, target) == 0
    else { throw unwritable(path, words(of: errno)) }
    isInPlace = true
    try syncFolder(of: target, path: path)
  }

  /// The new name is on disk only once its folder is.
  private static func syncFolder(of target: String, path: String) throws(ManifestProblem) {
    let slash = target.lastIndex(of: "/") ?? target.startIndex
    let folder = open(
      slash == target.startIndex ? "/" : String(target[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw unwritable(path, words(of: errno)) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw unwritable(path, words(of: errno)) }
  }

  private static func unreadable(_ path: String, _ words: String) -> ManifestProblem {
    ManifestProblem(
      .unreadable, file: path, reason: "It cannot be read: \(words).",
      remedy: "Check that the path is right and that you may read the file.")
  }

  private static func unwritable(_ path: String, _ words: String) -> ManifestProblem {
    ManifestProblem(
      .unwritable, file: path, reason: "It cannot be written: \(words).",
      remedy: "Check that you may write the file and its folder, and that there is room.")
  }

  private static func words(of error: Int32) -> String { String(cString: strerror(error)) }
}
