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

/// The same of a text that would mean something else once it was cut: a locator, an id.
func copyWhole<Field>(_ text: String, to field: inout Field, _ name: String) throws(PluginFailure) {
  guard copy(text, to: &field) else {
    throw PluginFailure(.internal, "\(name) is longer than \(MemoryLayout<Field>.size - 1) bytes.")
  }
}

/// The locator of one device, as the host wrote it.
func readLocator(_ text: imp_text) throws(PluginFailure) -> String { try readText(text, "The locator") }

/// A text that the host lends.
/// - Throws: `.argument` for one that is empty, or no UTF-8.
func readText(_ text: imp_text, _ name: String) throws(PluginFailure) -> String {
  guard let data = text.data, text.length > 0,
    let read = String(validating: UnsafeRawBufferPointer(start: data, count: text.length), as: UTF8.self),
    !read.utf8.contains(0)
  else { throw PluginFailure(.argument, "\(name) is empty, or not UTF-8 text.") }
  return read
}
