// SPDX-License-Identifier: Apache-2.0

/// Walks through the tags of one XML file, within its bytes. Of the language it knows what models are written
/// with: elements, attributes, text, comments and instructions. Entities stay as they are; document types and
/// CDATA, which no model has, are damage.
struct MarkupReader {
  typealias Bytes = UnsafeRawBufferPointer

  enum Event {
    /// `isEmpty`: it has no end tag.
    case start(name: Bytes, attributes: Attributes, isEmpty: Bool)
    case end(name: Bytes)
    /// Between two tags, never empty.
    case text(Bytes)
  }

  /// Of one tag. Read anew for each question, so that they take no memory.
  struct Attributes {
    fileprivate let bytes: Bytes

    /// The first of that name, between its quotes.
    /// - Throws: `.damaged` where what stands before it is no attribute.
    func value(of name: String) throws(ModelProblem) -> Bytes? {
      var reader = MarkupReader(bytes)
      while let (found, value) = try reader.attribute() {
        if found.elementsEqual(name.utf8) { return value }
      }
      return nil
    }
  }

  private let bytes: Bytes
  private var at = 0

  init(_ bytes: Bytes) { self.bytes = bytes }

  /// The next tag or text; `nil` at the end.
  /// - Throws: `.damaged` for bytes that are none.
  mutating func next() throws(ModelProblem) -> Event? {
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "<") else { return .text(part(from: at, to: find("<"))) }
      at += 1
      if skips("!--") {
        try pass("-->")
      } else if skips("?") {
        try pass("?>")
      } else {
        return try tag()
      }
    }
    return nil
  }

  private mutating func tag() throws(ModelProblem) -> Event {
    let isEnd = skips("/")
    let start = at
    while at < bytes.count, Self.isOfName(bytes[at]) { at += 1 }
    guard at > start else { throw .damaged }
    let name = Bytes(rebasing: bytes[start..<at])
    let attributes = at
    var quote: UInt8?
    while at < bytes.count {
      let byte = bytes[at]
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if quote == nil, byte == UInt8(ascii: ">") {
        break
      } else if byte == UInt8(ascii: "<") {
        throw .damaged
      }
      at += 1
    }
    guard at < bytes.count else { throw .damaged }
    let isEmpty = at > attributes && bytes[at - 1] == UInt8(ascii: "/")
    let part = Bytes(rebasing: bytes[attributes..<(isEmpty ? at - 1 : at)])
    at += 1
    guard isEnd else { return .start(name: name, attributes: Attributes(bytes: part), isEmpty: isEmpty) }
    guard part.allSatisfy(Self.isSpace), !isEmpty else { throw .damaged }
    return .end(name: name)
  }

  /// Where these bytes are all of a tag behind its name.
  private mutating func attribute() throws(ModelProblem) -> (name: Bytes, value: Bytes)? {
    passSpaces()
    guard at < bytes.count else { return nil }
    let start = at
    while at < bytes.count, Self.isOfName(bytes[at]) { at += 1 }
    let name = part(from: start, to: at)
    passSpaces()
    guard !name.isEmpty, skips("=") else { throw .damaged }
    passSpaces()
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") else {
      throw .damaged
    }
    let quote = bytes[at]
    at += 1
    let first = at
    while at < bytes.count, bytes[at] != quote { at += 1 }
    guard at < bytes.count else { throw .damaged }
    let value = part(from: first, to: at)
    at += 1
    return (name, value)
  }

  /// Goes to its end.
  private mutating func part(from start: Int, to end: Int) -> Bytes {
    at = end
    return Bytes(rebasing: bytes[start..<end])
  }

  private func find(_ byte: Unicode.Scalar) -> Int {
    var place = at
    while place < bytes.count, bytes[place] != UInt8(ascii: byte) { place += 1 }
    return place
  }

  /// - Returns: Whether these come next; then they are behind.
  private mutating func skips(_ text: String) -> Bool {
    guard bytes.count - at >= text.utf8.count,
      bytes[at..<at + text.utf8.count].elementsEqual(text.utf8)
    else { return false }
    at += text.utf8.count
    return true
  }

  private mutating func pass(_ text: String) throws(ModelProblem) {
    while !skips(text) {
      guard at < bytes.count else { throw .damaged }
      at += 1
    }
  }

  private mutating func passSpaces() { while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 } }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Letters, digits, what joins them, and all beyond ASCII.
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: ":"), 0x80...0xFF:
      true
    default: false
    }
  }
}
