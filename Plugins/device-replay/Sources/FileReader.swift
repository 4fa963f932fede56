// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintPluginKit

/// Reads a regular file from start to end, with the words for all that can go wrong.
final class FileReader {
  let path: String
  private let descriptor: Int32
  private let stop: StopSignal?
  private var buffer: [UInt8] = []
  private var position = 0
  /// Reading failed once: the file ends here, so that no one asks for the same bytes for ever.
  private var isBroken = false

  /// Large enough that system calls do not count, small enough that a cancel is seen soon.
  private static let chunk = 1 << 16

  /// - Parameter folder: an open folder that `path` is below of; the working folder otherwise.
  init(path: String, folder: Int32 = AT_FDCWD, stop: StopSignal? = nil) throws(PluginFailure) {
    // Without O_NONBLOCK a named pipe would wait here for a writer, out of reach of cancel.
    let descriptor = openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path, errno) }
    self.path = path
    self.descriptor = descriptor
    self.stop = stop
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw PluginFailure(.unsupported, "\(path) is no regular file; replay reads files and folders.")
    }
  }

  deinit { close(descriptor) }

  func rewind() throws(PluginFailure) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure(path, errno) }
    buffer.removeAll(keepingCapacity: true)
    position = 0
    isBroken = false
  }

  /// The next byte, `nil` at the end.
  func byte() throws(PluginFailure) -> UInt8? {
    if position == buffer.count { try refill() }
    guard position < buffer.count else { return nil }
    defer { position += 1 }
    return buffer[position]
  }

  /// Looks at the next bytes without taking them; fewer at the end.
  func peek(_ count: Int) throws(PluginFailure) -> [UInt8] {
    if buffer.count - position < count {
      buffer.removeSubrange(0..<position)
      position = 0
      while buffer.count < count, try append() {}
    }
    return Array(buffer[position..<min(position + count, buffer.count)])
  }

  /// Takes up to `count` bytes; fewer at the end.
  func read(_ count: Int, into bytes: inout [UInt8]) throws(PluginFailure) {
    var left = count
    while left > 0 {
      if position == buffer.count { try refill() }
      let take = min(left, buffer.count - position)
      guard take > 0 else { return }
      bytes.append(contentsOf: buffer[position..<position + take])
      position += take
      left -= take
    }
  }

  /// Takes up to `count` bytes and keeps none; fewer at the end.
  func skip(_ count: Int) throws(PluginFailure) {
    var left = count
    while left > 0 {
      if position == buffer.count { try refill() }
      let take = min(left, buffer.count - position)
      guard take > 0 else { return }
      position += take
      left -= take
    }
  }

  /// Takes bytes up to and with the first that equals `end`, at most `limit` of them.
  /// - Returns: whether `end` was found; the bytes are taken either way.
  func read(through end: UInt8, limit: Int, into bytes: inout [UInt8]) throws(PluginFailure) -> Bool {
    var left = limit
    while left > 0 {
      if position == buffer.count { try refill() }
      let take = min(left, buffer.count - position)
      guard take > 0 else { return false }
      let found = buffer.withUnsafeBytes { raw -> Int? in
        guard let base = raw.baseAddress, let hit = memchr(base + position, Int32(end), take) else {
          return nil
        }
        return UnsafeRawPointer(hit) - (base + position) + 1
      }
      let count = found ?? take
      bytes.append(contentsOf: buffer[position..<position + count])
      position += count
      left -= count
      if found != nil { return true }
    }
    return false
  }

  private func refill() throws(PluginFailure) {
    buffer.removeAll(keepingCapacity: true)
    position = 0
    _ = try append()
  }

  /// - Returns: whether there was more.
  private func append() throws(PluginFailure) -> Bool {
    try stop?.check()
    guard !isBroken else { return false }
    let start = buffer.count
    // An array of zeros is filled at once; a sequence of them, byte by byte.
    buffer += [UInt8](repeating: 0, count: FileReader.chunk)
    var got = 0
    repeat {
      got = buffer.withUnsafeMutableBytes { raw in
        raw.baseAddress.map { Glibc.read(descriptor, $0 + start, FileReader.chunk) } ?? 0
      }
    } while got < 0 && errno == EINTR
    let code = errno
    buffer.removeLast(FileReader.chunk - max(got, 0))
    isBroken = got < 0
    guard got >= 0 else { throw failure(path, code) }
    return got > 0
  }
}
