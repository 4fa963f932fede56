// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintFiles

/// Small files of the kernel and the system, below a root. Unreadable files count as missing. Files that not
/// everybody may read are ignored for root too, so that a licence requested by one user is valid for the
/// others.
struct DeviceFiles {
  let root: String

  /// More than any of these files has; longer ones are truncated, so that a strange file system cannot
  /// exhaust memory.
  private static let maximumBytes = 65_536
  private static let maximumNames = 1024

  /// The entries of a folder, sorted.
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

  /// Whether the path exists, following links.
  func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(root + path, &status) == 0
  }

  /// A link's target, as stored.
  func link(_ path: String) -> String? {
    FileLink.target(of: root + path)
  }

  /// A file's text, trimmed of white space and nulls; `nil` if missing, empty or not text.
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
