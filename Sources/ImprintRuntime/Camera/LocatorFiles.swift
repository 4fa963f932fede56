// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// The files that a locator names.
///
/// A locator is a path, or a name that means something to its plugin: `word:path?key=value&key=value`, where
/// word and query may be missing. What of it is a file, only the file system can tell.
struct LocatorFiles {
  private let locator: String

  init(_ locator: String) { self.locator = locator }

  /// Nothing in the system's pseudo file systems. A bare word is no path: a file of that name must not become
  /// readable because a device is called like it.
  var existing: [String] {
    guard !locator.utf8.contains(0) else { return [] }
    if exists(locator) { return isOfTheSystem(locator) ? [] : [locator] }
    return ([path] + values).filter { isPath($0) && isFile($0) && !isOfTheSystem($0) }
  }

  /// Without the word before it and the query behind it, which begins at the last question mark: a path may
  /// contain others.
  private var path: String {
    let text = locator[..<(query?.mark ?? locator.endIndex)]
    guard let colon = text.firstIndex(of: ":"), text[..<colon].allSatisfy(\.isWordLetter) else {
      return String(text)
    }
    return String(text[text.index(after: colon)...])
  }

  private var values: [String] {
    (query?.text ?? "").split(separator: "&").compactMap { pair in
      pair.firstIndex(of: "=").map { String(pair[pair.index(after: $0)...]) }
    }
  }

  private var query: (mark: String.Index, text: Substring)? {
    locator.lastIndex(of: "?").map { ($0, locator[locator.index(after: $0)...]) }
  }

  private func isPath(_ text: String) -> Bool { text.contains("/") || text.contains(".") }

  private func isOfTheSystem(_ path: String) -> Bool {
    ["/dev", "/proc", "/sys"].contains { path == $0 || path.hasPrefix("\($0)/") }
  }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private func isFile(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }
}

extension Character {
  /// Of the word that a locator may begin with.
  fileprivate var isWordLetter: Bool { self == "-" || (isASCII && (isLetter || isNumber)) }
}
