// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Text in a fixed-size field that a plugin has filled.
enum FixedText {
  /// - Parameter name: The field, as in `a camera's name`.
  /// - Throws: for text that is unterminated or not UTF-8.
  static func read<Field>(_ field: Field, _ name: String) throws(ContractBreach) -> String {
    try withUnsafeBytes(of: field) { bytes throws(ContractBreach) in
      guard let end = bytes.firstIndex(of: 0) else { throw ContractBreach("\(name) is not null-terminated.") }
      guard let text = String(validating: bytes[..<end], as: UTF8.self) else {
        throw ContractBreach("\(name) is not UTF-8.")
      }
      return text
    }
  }

  /// The same; `nil` for empty text.
  static func readOptional<Field>(_ field: Field, _ name: String) throws(ContractBreach) -> String? {
    let text = try read(field, name)
    return text.isEmpty ? nil : text
  }
}
