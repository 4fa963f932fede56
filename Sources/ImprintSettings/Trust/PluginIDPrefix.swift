// SPDX-License-Identifier: Apache-2.0

/// A prefix of plugin ids, by whole components between dots: `org.example` covers `org.example` and
/// `org.example.matcher`, and not `org.examples`.
public struct PluginIDPrefix: Sendable, Hashable, CustomStringConvertible {
  /// Without a trailing dot.
  public let text: String

  /// Parses one as in trust settings; a trailing dot is optional and ignored.
  /// - Returns: `nil` for anything but two or more components of lower-case letters, digits and hyphens. A
  ///   single component, such as `org`, has no owner.
  public init?(_ text: some StringProtocol) {
    let name = text.hasSuffix(".") ? text.dropLast() : text[...]
    let words = name.split(separator: ".", omittingEmptySubsequences: false)
    // By bytes: ids are ASCII, and look-alike characters do not match.
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    guard words.count >= 2, name.utf8.count <= 127, name.utf8.first.map(isLetter) == true,
      words.allSatisfy({ word in
        word.utf8.first.map { isLetter($0) || isDigit($0) } == true
          && word.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x2D }
      })
    else { return nil }
    self.text = String(name)
  }

  /// Whether an id begins with it.
  public func covers(_ id: String) -> Bool {
    id.utf8.starts(with: text.utf8)
      && (id.utf8.count == text.utf8.count || id.utf8.dropFirst(text.utf8.count).first == 0x2E)
  }

  public var description: String { text }
}
