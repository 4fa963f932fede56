// SPDX-License-Identifier: Apache-2.0

/// Where a plugin's library may make the loader search for others, and which names it may need and have.
///
/// A run path names the plugin's own folder (`$ORIGIN`) or folders below it, or a run-time folder that the
/// host declares: that of the Swift run-time libraries it uses itself. Libraries anywhere else are not
/// validated, and whoever can write there would decide what runs in the host.
struct LinkRule {
  /// Folders that the host declares.
  let runtimeFolders: [String]

  static let standard = LinkRule(runtimeFolders: SwiftRuntime.folders)

  /// The reason and the remedy of a refusal.
  struct Refusal: Error {
    let code: PluginError.Code
    let reason: String
    let remedy: String
  }

  /// - Parameter name: The library's file, as the manifest names it.
  func judge(_ file: ElfFile, named name: String) throws(Refusal) {
    for folder in file.runPath where !mayName(folder) {
      throw Refusal(
        code: .foreignPath,
        reason: "its run path makes the loader search for libraries in \(Self.words(for: folder)).",
        remedy: "Link it without a run path, or with $ORIGIN alone; swiftc: -no-toolchain-stdlib-rpath.")
    }
    for library in file.needed where !Self.isPlain(library) || !library.contains(".so") {
      throw Refusal(
        code: .foreignPath,
        reason: "it is linked with `\(library)`, which the loader could interpret as a path.",
        remedy: "Link it with libraries that have a soname (-soname), such as libexample.so.1.")
    }
    if let soname = file.soname, !Self.isName(soname, ofFile: name) {
      throw Refusal(
        code: .irregularLibrary,
        reason:
          "its soname is `\(soname)`: once loaded, it would be used in place of that library.",
        remedy: "Link it with -soname=\(name), or without a soname.")
    }
  }

  private func mayName(_ folder: String) -> Bool {
    if runtimeFolders.contains(Self.trimmed(folder)) { return true }
    for origin in ["$ORIGIN", "${ORIGIN}"] where folder.hasPrefix(origin) {
      let rest = folder.dropFirst(origin.count)
      guard rest.isEmpty || rest.hasPrefix("/") else { return false }
      // The library is loaded from memory by a descriptor's number: a numeric name would be another
      // descriptor.
      return rest.split(separator: "/").allSatisfy { Self.isPlain(String($0)) }
    }
    return false
  }

  /// Letters, digits and `._+-`, and a letter or `_` first: no path, no loader variable, no number.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first) || first == UInt8(ascii: "_") else { return false }
    return name.utf8.allSatisfy {
      isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "._+-".utf8.contains($0)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  /// Whether that is its file's name, with or without a version suffix.
  private static func isName(_ soname: String, ofFile name: String) -> Bool {
    soname == name || isVersion(soname, of: name) || isVersion(name, of: soname)
  }

  private static func isVersion(_ longer: String, of shorter: String) -> Bool {
    longer.hasPrefix("\(shorter).")
      && longer.dropFirst(shorter.count).allSatisfy { $0 == "." || ("0"..."9").contains($0) }
  }

  private static func trimmed(_ folder: String) -> String {
    var folder = folder
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return folder
  }

  private static func words(for folder: String) -> String {
    folder.isEmpty ? "the current working directory (an empty entry)" : "`\(folder)`"
  }
}
