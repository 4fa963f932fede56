// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Where the system tells of its devices. Tests give folders of their own.
public struct SystemFolders: Sendable {
  public let sys: String
  public let dev: String
  public let proc: String
  /// The file of the system's groups.
  public let groups: String

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
public func names(in folder: String) -> [String] {
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

/// The start of a file of the system's, up to a null and without line breaks at its end; `nil` where it
/// cannot be read: a device that goes meanwhile answers with an error.
public func text(of path: String, limit: Int = 4096) -> String? {
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
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
  var text = String(decoding: bytes[..<length].prefix { $0 != 0 }, as: UTF8.self)
  while text.last?.isNewline == true { text.removeLast() }
  return text
}

/// What follows `key` and separators in the first line that begins with it.
public func value(of key: String, in text: String) -> String? {
  let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
  return line.map { String($0.dropFirst(key.count).drop { $0 == " " || $0 == "\t" || $0 == ":" }) }
}

/// A path without links; `nil` where it leads nowhere.
public func resolved(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}
