// SPDX-License-Identifier: Apache-2.0

/// The names of files in packages: relative, plain, and none of them hidden.
enum PackagePath {
  /// What keeps a text from being a path in a package; `nil` where nothing does.
  static func fault(of path: String) -> String? {
    let bytes = Array(path.utf8)
    if bytes.isEmpty { return "it is empty." }
    if bytes.count > PackageLimit.pathBytes { return "it has more than \(PackageLimit.pathBytes) bytes." }
    if bytes.first == slash { return "it begins at the root of the file system." }
    guard bytes.allSatisfy({ (0x20...0x7e).contains($0) && $0 != backslash }) else {
      return "it has bytes that are not printable ASCII, or a backslash."
    }
    for name in bytes.split(separator: slash, omittingEmptySubsequences: false) {
      if name.isEmpty { return "it has an empty name in it." }
      if name.first == dot { return "it has a name in it that begins with a dot." }
    }
    return nil
  }

  /// The path in two, as an archive's header has it: what is before the last slash, where the whole is longer
  /// than the name's field; `nil` where it does not fit at all.
  static func split(_ path: String) -> (prefix: String, name: String)? {
    if path.utf8.count <= nameBytes { return ("", path) }
    guard let end = path.lastIndex(of: "/") else { return nil }
    let (prefix, name) = (String(path[..<end]), String(path[path.index(after: end)...]))
    return prefix.utf8.count <= prefixBytes && name.utf8.count <= nameBytes ? (prefix, name) : nil
  }

  static let nameBytes = 100
  static let prefixBytes = 155
  private static let slash = UInt8(ascii: "/")
  private static let backslash = UInt8(ascii: "\\")
  private static let dot = UInt8(ascii: ".")
}
