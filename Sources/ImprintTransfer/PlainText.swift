// SPDX-License-Identifier: Apache-2.0

/// Untrusted text made safe to display: a server's text must not reach a terminal as control sequences.
package enum PlainText {
  /// Printable ASCII; every other byte becomes `?`. Truncated to `limit` bytes.
  package static func of(_ text: String, limit: Int) -> String {
    let shown = text.utf8.prefix(limit).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
    return String(decoding: shown, as: UTF8.self) + (text.utf8.count > limit ? "..." : "")
  }

  /// Whether a text is ASCII without white space and control characters, and not empty.
  package static func isVisible(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
