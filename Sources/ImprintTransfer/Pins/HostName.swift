// SPDX-License-Identifier: Apache-2.0

/// Normalized host names.
enum HostName {
  /// In lower case (ASCII), without one trailing dot, and without the brackets of an IPv6 address.
  static func normal(_ host: String) -> String {
    var bytes = host.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    if bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") {
      bytes = Array(bytes.dropFirst().dropLast())
    }
    if bytes.count > 1, bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Labels of letters, digits, `-` and `_`, none empty; or an IPv6 address, by its characters.
  static func isPlausible(_ name: String) -> Bool {
    // RFC 1035, 2.3.4.
    guard (1...253).contains(name.utf8.count) else { return false }
    if name.contains(":") { return name.utf8.allSatisfy(isAddressCharacter) }
    return name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
      label in
      (1...63).contains(label.count) && label.allSatisfy(isLabelCharacter)
    }
  }

  private static func isLabelCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private static func isAddressCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: ":"), UInt8(ascii: "."): true
    default: false
    }
  }
}
