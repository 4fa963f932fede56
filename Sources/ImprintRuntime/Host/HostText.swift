// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Reads text that a plugin lends.
enum HostText {
  /// A copy of at most `limit` bytes, on one line: what is not UTF-8, controls, and what is not seen stand in
  /// it by their numbers (``VisibleText``), so that no plugin writes lines or terminal commands into the
  /// host's log.
  static func copy(_ text: imp_text, limit: Int) -> String {
    guard let data = text.data, text.length > 0 else { return "" }
    let bytes = UnsafeRawBufferPointer(start: data, count: min(text.length, limit))
    var kept = bytes[...]
    if text.length > limit {
      // The cut must not go through a character: drop its bytes that follow, then its first.
      while let last = kept.last, last & 0xc0 == 0x80 { kept = kept.dropLast() }
      if let last = kept.last, last >= 0xc0 { kept = kept.dropLast() }
    }
    return VisibleText.line(utf8: kept, upTo: .max)
  }
}
