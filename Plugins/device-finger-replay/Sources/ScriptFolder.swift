// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintPluginKit

/// The open folder of a script. Its files are read within it: no link leads out of it.
final class ScriptFolder: Sendable {
  static let script = "reader.txt"

  let path: String
  /// What tells the folder from all others, however its path is written.
  let identity: String
  private let descriptor: Int32

  /// - Throws: `.deviceMissing` where there is nothing of that name, `.unsupported` for what is no folder.
  init(_ path: String) throws(PluginFailure) {
    let opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else {
      let code = errno
      guard code != ENOTDIR else {
        throw PluginFailure(
          .unsupported, "\(path) is no folder; name one with a script, \(Self.script), and its images.")
      }
      throw PluginFailure(
        code == EACCES || code == EPERM ? .deviceDenied : .deviceMissing,
        "\(path) cannot be opened: \(Self.words(code)); name a folder with a script, \(Self.script).")
    }
    var status = stat()
    fstat(opened, &status)
    self.path = path
    identity = "\(status.st_dev):\(status.st_ino)"
    descriptor = opened
  }

  deinit { close(descriptor) }

  func place(of name: String) -> String { "\(path)/\(name)" }

  func has(_ name: String) -> Bool { faccessat(descriptor, name, F_OK, 0) == 0 }

  /// The bytes of a file.
  /// - Throws: `.file` for one that is not there, is no file, or has more than so many bytes.
  func read(_ name: String, most: Int) throws(PluginFailure) -> [UInt8] {
    // Without O_NONBLOCK a named pipe would wait here for a writer, out of reach of cancel.
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw failure(name, Self.words(errno)) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure(name, Self.words(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw failure(name, "it is no file") }
    guard status.st_size <= most else { throw failure(name, "it has more than \(most) bytes") }
    // One more, in case that it grows: what is longer than it was is read no further.
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { room in
        Glibc.read(file, room.baseAddress.map { $0 + count }, room.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw failure(name, Self.words(errno)) }
      if got == 0 { break }
      count += got
    }
    guard count <= most else { throw failure(name, "it has more than \(most) bytes") }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  private func failure(_ name: String, _ reason: String) -> PluginFailure {
    PluginFailure(.file, "\(place(of: name)) cannot be read: \(reason); put the file there.")
  }

  private static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}
