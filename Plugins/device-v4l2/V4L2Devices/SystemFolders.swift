// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Where the system tells of its devices. Tests give folders of their own.
public struct SystemFolders: Sendable {
  let sys: String
  let dev: String
  let proc: String
  let groups: String

  public init(
    sys: String = "/sys", dev: String = "/dev", proc: String = "/proc", groups: String = "/etc/group"
  ) {
    self.sys = sys
    self.dev = dev
    self.proc = proc
    self.groups = groups
  }
}

/// The names in a folder, sorted; none where it cannot be read.
func names(in folder: String) -> [String] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var found: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { found.append(name) }
  }
  return found.sorted()
}

/// The start of a file of the system's, without the end of its line; `nil` where it cannot be read.
func text(of path: String, limit: Int = 4096) -> String? {
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: limit)
  var length = 0
  while length < limit {
    let got = bytes.withUnsafeMutableBytes { room in
      room.baseAddress.map { read(file, $0 + length, limit - length) } ?? 0
    }
    if got < 0 && errno == EINTR { continue }
    guard got >= 0 else { return nil }
    if got == 0 { break }
    length += got
  }
  var text = String(decoding: bytes[..<length], as: UTF8.self)
  while text.last?.isNewline == true { text.removeLast() }
  return text
}

/// A path without links; `nil` where it leads nowhere.
func resolved(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

/// The words of an error of the system's.
func systemWords(_ code: Int32) -> String { String(cString: strerror(code)) }
