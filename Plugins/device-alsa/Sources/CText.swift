// SPDX-License-Identifier: Apache-2.0

/// The text in an array of C's, up to its null. What is no UTF-8 becomes a replacement character.
func text<Array>(of array: Array) -> String {
  withUnsafeBytes(of: array) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}

func text(_ characters: [CChar]) -> String {
  String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
