// SPDX-License-Identifier: Apache-2.0

/// Text from elsewhere, fit to be shown: a server's words must not reach a terminal as commands.
enum PlainText {
  /// Printable ASCII; every other byte becomes `?`. What exceeds `limit` bytes is cut off.
  static func of(_ text: String, limit: Int) -> String {
    let shown = text.utf8.prefix(limit).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
    return String(decoding: shown, as: UTF8.self) + (text.utf8.count > limit ? "..." : "")
  }

  /// Whether a text is ASCII without white space and control characters, and not empty.
  static func isVisible(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
