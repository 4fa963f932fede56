// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintFiles

/// Small files of the kernel and the system, below a root. Whatever cannot be read is simply not there: facts
/// are gathered from what is. What not everybody may read is not there for root either: a licence that one
/// user asked for holds for the others.
struct DeviceFiles {
  let root: String

  /// More than any of these files has; what is longer is cut, and so never filled up by a strange file
  /// system.
  private static let maximumBytes = 65_536
  private static let maximumNames = 1024

  /// What lies in a folder, sorted.
  func names(in folder: String) -> [String] {
    guard let stream = opendir(root + folder) else { return [] }
    defer { closedir(stream) }
    var status = stat()
    guard fstat(dirfd(stream), &status) == 0, status.st_mode & S_IROTH != 0, status.st_mode & S_IXOTH != 0
    else { return [] }
    var names: [String] = []
    while names.count < Self.maximumNames, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(validating: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name, !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Whether something is there, or a link that leads there.
  func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(root + path, &status) == 0
  }

  /// Where a link leads, as it says.
  func link(_ path: String) -> String? {
    FileLink.target(of: root + path)
  }

  /// A file's text without white space and zero bytes around it; `nil` for none, an empty one, or what is no
  /// text.
  func text(_ path: String) -> String? {
    guard let bytes = bytes(path), let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let isAround = { (scalar: Unicode.Scalar) in scalar.value <= 0x20 }
    let inner = text.unicodeScalars.drop(while: isAround).reversed().drop(while: isAround).reversed()
    guard !inner.isEmpty else { return nil }
    return String(String.UnicodeScalarView(inner))
  }

  /// ``text(_:)`` of one line.
  func line(_ path: String) -> String? {
    guard let text = text(path), text.utf8.count <= 512 else { return nil }
    return text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } ? text : nil
  }

  private func bytes(_ path: String) -> [UInt8]? {
    guard let file = try? RegularFile(root + path), file.status.st_mode & S_IROTH != 0 else { return nil }
    return try? file.bytes(count: Self.maximumBytes)
  }
}
