// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// Limits, enforced before memory is allocated.
  public struct Limits: Sendable {
    public var bytes: Int
    public var depth: Int

    public init(bytes: Int = 65_536, depth: Int = 16) {
      self.bytes = bytes
      self.depth = depth
    }
  }

  /// Reads one document (RFC 8259) of untrusted bytes. O(n).
  ///
  /// Stricter than most: UTF-8 without a byte-order mark, no duplicate members, nothing after the document. A
  /// whole number that fits `Int` is ``integer(_:)``, any other ``number(_:)``.
  public init(parsing bytes: [UInt8], limits: Limits = Limits()) throws(JSONError) {
    guard bytes.count <= limits.bytes else {
      throw JSONError(.limit, at: limits.bytes, "it is longer than \(limits.bytes) bytes.")
    }
    var reader = JSONReader(bytes: bytes, depthLimit: limits.depth)
    self = try reader.document()
  }
}

private struct JSONReader {
  let bytes: [UInt8]
  let depthLimit: Int
  var position = 0

  mutating func document() throws(JSONError) -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw syntax("there is more after the document.") }
    return value
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard depth < depthLimit else {
      throw JSONError(.limit, at: position, "it is nested deeper than \(depthLimit).")
    }
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
    case nil: throw syntax("it ends where a value is expected.")
    default: throw syntax("this does not begin a value.")
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    position += 1
    var members: [(String, JSONValue)] = []
    var names: Set<String.UTF8Sequence> = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object([]) }
    while true {
      skipSpace()
      let start = position
      guard peek == UInt8(ascii: "\"") else { throw syntax("a member's name is expected.") }
      let name = try string()
      // By bytes: Swift's == treats canonically equivalent strings as equal, other parsers do not.
      guard names.insert(String.UTF8Sequence(name)).inserted else {
        throw JSONError(.duplicateMember, at: start, "a member occurs twice.")
      }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw syntax("a colon is expected.") }
      members.append((name, try value(depth: depth + 1)))
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { throw syntax("a comma or the object's end is expected.") }
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    position += 1
    var items: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      items.append(try value(depth: depth + 1))
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(items) }
      guard take(UInt8(ascii: ",")) else { throw syntax("a comma or the array's end is expected.") }
    }
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    var content: [UInt8] = []
    while let byte = peek {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else {
          throw syntax("the text before is not UTF-8.")
        }
        return text
      case UInt8(ascii: "\\"): try escape(into: &content)
      case ..<0x20: throw syntax("a string contains a control character.")
      default: content.append(byte)
      }
    }
    throw syntax("it ends within a string.")
  }

  private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
    guard let byte = peek else { throw syntax("it ends within a string.") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"):
      var code = try hexadecimal()
      if (0xD800..<0xDC00).contains(code) {
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
          throw syntax("half of a surrogate pair is alone.")
        }
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else { throw syntax("half of a surrogate pair is alone.") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw syntax("half of a surrogate pair is alone.") }
      content.append(contentsOf: Array(String(Character(scalar)).utf8))
    default: throw syntax("no such escape.")
    }
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw syntax("four hexadecimal digits are expected.")
      }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let beginsWithZero = peek == UInt8(ascii: "0")
    let count = digits()
    guard count > 0 else { throw syntax("a digit is expected.") }
    guard !beginsWithZero || count == 1 else { throw syntax("a number begins with a zero.") }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      guard digits() > 0 else { throw syntax("a digit is expected after the point.") }
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      isWhole = false
      position += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      guard digits() > 0 else { throw syntax("a digit is expected in the exponent.") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw syntax("the number is out of range.") }
    return .number(number)
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position - start
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let expected = Array("\(word)".utf8)
    guard bytes[position...].starts(with: expected) else { throw syntax("this does not begin a value.") }
    position += expected.count
    return value
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private func syntax(_ reason: String) -> JSONError { JSONError(.syntax, at: position, reason) }
}

extension String {
  /// A string as its bytes, to compare without Unicode equivalence.
  fileprivate struct UTF8Sequence: Hashable {
    let bytes: [UInt8]
    init(_ text: String) { bytes = Array(text.utf8) }
  }
}
