// SPDX-License-Identifier: Apache-2.0

/// The order people expect of numbered names: `frame-2` before `frame-10`.
enum NaturalOrder {
  /// Runs of digits compare as numbers of any length, all else byte by byte; equal ones by their bytes.
  static func precedes(_ first: String, _ second: String) -> Bool {
    let a = Array(first.utf8)
    let b = Array(second.utf8)
    var i = 0
    var j = 0
    while i < a.count, j < b.count {
      if isDigit(a[i]), isDigit(b[j]) {
        let left = number(a, &i)
        let right = number(b, &j)
        if left.count != right.count { return left.count < right.count }
        if left != right { return left.lexicographicallyPrecedes(right) }
      } else {
        if a[i] != b[j] { return a[i] < b[j] }
        i += 1
        j += 1
      }
    }
    if a.count - i != b.count - j { return a.count - i < b.count - j }
    // `01` and `1`: an order all the same, so that a folder always plays alike.
    return a.lexicographicallyPrecedes(b)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Takes a run of digits, its leading zeros left out.
  private static func number(_ bytes: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
    while index < bytes.count, bytes[index] == UInt8(ascii: "0") { index += 1 }
    let start = index
    while index < bytes.count, isDigit(bytes[index]) { index += 1 }
    return bytes[start..<index]
  }
}
