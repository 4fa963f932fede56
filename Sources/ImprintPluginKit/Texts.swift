// SPDX-License-Identifier: Apache-2.0
import CImprint

/// Copies a text and its null into a field of fixed size, which is zero before; one that is too long is cut
/// between two characters.
/// - Returns: whether it was whole.
@discardableResult
func copy<Field>(_ text: String, to field: inout Field) -> Bool {
  withUnsafeMutableBytes(of: &field) { memory in
    var length = 0
    for character in text.unicodeScalars {
      let bytes = UTF8.encode(character) ?? UTF8.encodedReplacementCharacter
      guard length + bytes.count < memory.count else { return false }
      for byte in bytes {
        memory[length] = byte
        length += 1
      }
    }
    return true
  }
}

/// The locator of one device, as the host wrote it.
func readLocator(_ text: imp_text) throws(PluginFailure) -> String {
  guard let data = text.data, text.length > 0,
    let locator = String(validating: UnsafeRawBufferPointer(start: data, count: text.length), as: UTF8.self),
    !locator.utf8.contains(0)
  else { throw PluginFailure(.argument, "The locator is empty, or no UTF-8 text.") }
  return locator
}
