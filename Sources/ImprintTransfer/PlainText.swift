// SPDX-License-Identifier: Apache-2.0

/// Untrusted text made safe to display: a server's text must not reach a terminal as control sequences.
package enum PlainText {
  /// Printable ASCII; every other byte becomes `?`. Truncated to `limit` bytes.
  package static func of(_ text: String, limit: Int) -> String {
    let shown = text.utf8.prefix(limit).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
    return String(decoding: shown, as: UTF8.self) + (text.utf8.count > limit ? "..." : "")
  }

  /// What a library says of a failure: safe to display, and empty where it quotes an address, as that may
  /// hold a password.
  package static func detail(_ text: String) -> String {
    let shown = of(text, limit: 200)
    return text.utf8.contains(UInt8(ascii: "@")) || shown.contains("://") ? "" : shown
  }

  /// Whether a text is ASCII without white space and control characters, and not empty.
  package static func isVisible(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
