// SPDX-License-Identifier: Apache-2.0

/// One command APDU: ISO/IEC 7816-4:2020, 5.1 and 5.2.
struct CardCommand {
  var class_: UInt8
  var instruction: UInt8
  var p1: UInt8
  var p2: UInt8
  var data: [UInt8]
  /// The expected length (Ne); `nil` if none.
  var expected: Int?
  /// Extended lengths: up to 65,536.
  var isExtended: Bool

  /// - Throws: `wrongLength` for bytes of none of the four cases, short or extended.
  init(_ bytes: [UInt8]) throws(StatusWord) {
    guard bytes.count >= 4 else { throw .wrongLength }
    class_ = bytes[0]
    instruction = bytes[1]
    p1 = bytes[2]
    p2 = bytes[3]
    data = []
    isExtended = false
    let body = bytes[4...]
    guard let first = body.first else { return }
    if body.count == 1 {
      expected = first == 0 ? 256 : Int(first)
    } else if first != 0 {
      let count = Int(first)
      data = Array(body.dropFirst().prefix(count))
      let rest = body.dropFirst(1 + count)
      guard data.count == count, rest.count <= 1 else { throw .wrongLength }
      expected = rest.first.map { $0 == 0 ? 256 : Int($0) }
    } else {
      isExtended = true
      try readExtended(body.dropFirst())
    }
  }

  private mutating func readExtended(_ body: ArraySlice<UInt8>) throws(StatusWord) {
    guard body.count >= 2 else { throw .wrongLength }
    let number = body.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    guard body.count > 2 else {
      expected = number == 0 ? 65536 : number
      return
    }
    data = Array(body.dropFirst(2).prefix(number))
    let rest = body.dropFirst(2 + number)
    guard number > 0, data.count == number, rest.isEmpty || rest.count == 2 else { throw .wrongLength }
    guard !rest.isEmpty else { return }
    let length = rest.reduce(0) { $0 << 8 | Int($1) }
    expected = length == 0 ? 65536 : length
  }

  /// Whether it expects the maximum length.
  var expectsAll: Bool { expected == (isExtended ? 65536 : 256) }
}
