// SPDX-License-Identifier: Apache-2.0

/// An API key's two parts: `imk_<id>_<secret>`, id 12 and secret 43 base64url characters.
struct KeyText {
  let id: String
  private let secret: String
}

extension KeyText {
  /// A new one: 9 and 32 bytes from the kernel's random number generator.
  static func random() -> KeyText {
    KeyText(id: RandomText.identifier(bytes: 9), secret: RandomText.base64url(bytes: 32))
  }

  /// Parses a key; `nil` if invalid. By position: an underscore may be part of the id.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 60, bytes.starts(with: "imk_".utf8), bytes[16] == UInt8(ascii: "_"),
      bytes.allSatisfy(RandomText.alphabet.contains)
    else { return nil }
    id = String(decoding: bytes[4..<16], as: UTF8.self)
    secret = String(decoding: bytes[17...], as: UTF8.self)
  }

  /// As issued.
  var text: String { "imk_\(id)_\(secret)" }

  var secretHash: SecretHash { SecretHash(of: secret) }
}
