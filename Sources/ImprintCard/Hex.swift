// SPDX-License-Identifier: Apache-2.0

/// Bytes in the usual notation for cards: pairs of hexadecimal digits.
public enum Hex {
  /// `00A40400`, in capitals, with `separator` between bytes.
  public static func text(_ bytes: some Sequence<UInt8>, separator: String = "") -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "0" + digits : digits
    }.joined(separator: separator)
  }

  /// Reads pairs of digits of either case. Spaces and colons between bytes are ignored.
  /// - Returns: `nil` for anything else, also for a split pair.
  public static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text.utf8 {
      if character == UInt8(ascii: " ") || character == UInt8(ascii: ":") || character == UInt8(ascii: "\t") {
        guard high == nil else { return nil }
        continue
      }
      guard let digit = digit(character) else { return nil }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? bytes : nil
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
