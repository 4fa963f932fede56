// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Text that is lent to a plugin: whoever copies it keeps it for as long as the plugin is open, and releases
/// it.
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
