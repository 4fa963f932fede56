// SPDX-License-Identifier: Apache-2.0

/// Unguessable names: random bytes as base64url (RFC 4648) without padding.
enum RandomText {
  static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// What operators give to commands: never begins with a hyphen, which would make an option of it.
  static func identifier(bytes count: Int) -> String {
    while true {
      let text = base64url(bytes: count)
      if text.first != "-" { return text }
    }
  }

  /// From the kernel's random number generator (`getrandom`).
  static func base64url(bytes count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var held = 0
    for _ in 0..<count {
      bits = bits << 8 | UInt32(UInt8.random(in: 0...255, using: &generator))
      held += 8
      while held >= 6 {
        held -= 6
        text.append(alphabet[Int(bits >> UInt32(held) & 63)])
      }
      bits &= (1 << UInt32(held)) - 1
    }
    if held > 0 { text.append(alphabet[Int(bits << UInt32(6 - held) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }
}
