// SPDX-License-Identifier: Apache-2.0

/// The names of files in packages: relative, plain, and not hidden.
enum PackagePath {
  /// Why a text is not a valid path in a package; `nil` if it is.
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

  /// Splits a path as in an archive's header: the prefix is what is before the last slash, if the whole
  /// exceeds the name field; `nil` if it does not fit.
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
