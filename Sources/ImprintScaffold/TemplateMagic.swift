// SPDX-License-Identifier: Apache-2.0

/// The first four bytes of the templates of a generated plugin, made from the name of their format.
///
/// A host compares the formats' names. This is for bytes that have lost theirs: in a file of their own, in a
/// gallery of another plugin's. Two formats have the same four in one of 2^32 cases.
struct TemplateMagic: Hashable {
  let bytes: [UInt8]

  /// - Parameter algorithm: the format's name, as the manifest's `format`.
  init(ofFormat algorithm: String) {
    // With a prefix of its own: no hash of a name that is used for something else is the same.
    bytes = Array(ContentHash(of: Array("imprint template magic\n\(algorithm)".utf8)).bytes.prefix(4))
  }

  /// As C, C++ and Swift list bytes: `0x3A, 0x91, 0x5C, 0x07`.
  var literal: String { Self.literal(of: bytes) }

  static func literal(of bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return "0x" + (byte < 16 ? "0" : "") + digits
    }.joined(separator: ", ")
  }
}
