// SPDX-License-Identifier: Apache-2.0

/// Why a body cannot be parsed, and where.
struct MalformedBody: Error {
  let sentence: String

  init(_ sentence: String) {
    self.sentence = sentence
  }
}

/// Parses untrusted bytes, which may change meanwhile: each value is copied once, and every length compared
/// with what is left.
struct BodyReader {
  private let body: UnsafeRawBufferPointer
  private(set) var offset = 0

  init(_ body: UnsafeRawBufferPointer) {
    self.body = body
  }

  /// A whole message, and nothing after it.
  static func read<Message: CallMessage>(
    _ type: Message.Type, from body: UnsafeRawBufferPointer
  ) throws(MalformedBody) -> Message {
    var reader = BodyReader(body)
    let message = try Message(from: &reader)
    try reader.finish()
    return message
  }

  /// What has not been taken.
  var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: body[offset...]) }

  /// - Throws: where something follows.
  func finish() throws(MalformedBody) {
    guard offset == body.count else {
      throw MalformedBody("the message ends at byte \(offset) of \(body.count).")
    }
  }

  mutating func take<Value: BitwiseCopyable>(_ type: Value.Type) throws(MalformedBody) -> Value {
    let start = try place(MemoryLayout<Value>.size, CallLimit.alignment)
    return body.loadUnaligned(fromByteOffset: start, as: type)
  }

  /// Bytes where they lie; `count` comes from the message itself.
  mutating func bytes(_ count: UInt64, alignment: Int) throws(MalformedBody) -> UnsafeRawBufferPointer {
    guard count > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    guard count <= CallLimit.bodyBytes else {
      throw MalformedBody("a length of \(count) bytes exceeds the limit of a message.")
    }
    return try advance(Int(count), alignment)
  }

  mutating func bulk(_ count: UInt64) throws(MalformedBody) -> UnsafeRawBufferPointer {
    try bytes(count, alignment: CallLimit.bulkAlignment)
  }

  /// A text, of at most `limit` bytes; whether it is UTF-8 is not looked at.
  mutating func text(
    _ count: UInt64, limit: Int = CallLimit.name
  ) throws(MalformedBody) -> UnsafeRawBufferPointer {
    guard count <= limit else { throw MalformedBody("a text has \(count) bytes; \(limit) are allowed.") }
    return try bytes(count, alignment: CallLimit.alignment)
  }

  private mutating func advance(
    _ count: Int, _ alignment: Int
  ) throws(MalformedBody) -> UnsafeRawBufferPointer {
    let start = try place(count, alignment)
    return UnsafeRawBufferPointer(rebasing: body[start..<offset])
  }

  /// Where the next bytes begin, which are taken.
  // The hot path: it is inlined, and its error is not.
  @inline(__always)
  private mutating func place(_ count: Int, _ alignment: Int) throws(MalformedBody) -> Int {
    let start = offset.rounded(upTo: alignment)
    guard start <= body.count, count <= body.count - start else { throw tooShort(count, at: start) }
    offset = start + count
    return start
  }

  @inline(never)
  private func tooShort(_ count: Int, at start: Int) -> MalformedBody {
    MalformedBody("\(count) bytes are expected at byte \(start) of \(body.count).")
  }
}
