// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Text lent to a plugin: whoever allocates a copy owns it, keeps it until the plugin closes, and frees it.
enum CText {
  static func copy(_ text: String) -> UnsafeMutableBufferPointer<CChar> {
    let bytes = text.utf8.map { CChar(bitPattern: $0) }
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    return copy
  }

  static func lent(_ copy: UnsafeMutableBufferPointer<CChar>) -> imp_text {
    imp_text(data: copy.isEmpty ? nil : UnsafePointer(copy.baseAddress), length: copy.count)
  }
}
