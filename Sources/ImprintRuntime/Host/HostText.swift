// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Reads text that a plugin lends.
enum HostText {
  /// A copy of at most `limit` bytes, on one line: invalid UTF-8, control and invisible characters are
  /// escaped by their numbers (``VisibleText``), so that no plugin can inject lines or terminal sequences
  /// into the host's log.
  static func copy(_ text: imp_text, limit: Int) -> String {
    guard let data = text.data, text.length > 0 else { return "" }
    let bytes = UnsafeRawBufferPointer(start: data, count: min(text.length, limit))
    var kept = bytes[...]
    if text.length > limit {
      // The cut must not split a character: drop its continuation bytes, then its first.
      while let last = kept.last, last & 0xc0 == 0x80 { kept = kept.dropLast() }
      if let last = kept.last, last >= 0xc0 { kept = kept.dropLast() }
    }
    return VisibleText.line(utf8: kept, upTo: .max)
  }
}
