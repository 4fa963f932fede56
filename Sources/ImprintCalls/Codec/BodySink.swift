// SPDX-License-Identifier: Apache-2.0
/// What a part of a message is, for redaction. Said of each part where it is written: there is no default.
enum BodyContent {
  /// Counts, sizes, options, names of our own: a redacted recording keeps it.
  case plain
  /// Biometric samples and templates.
  case bytes
  /// Biometric measurements: numbers of 32 bits.
  case numbers
  /// Text that may identify a person.
  case text
  /// `imp_face` structs.
  case faces
}

/// What a message is written to. Values are aligned to 8 bytes, bulk to 64, padding is zero; what is empty
/// takes no room.
protocol BodySink {
  /// Adds a value. Structs of the contract are written as in memory, but a pointer says only whether it is
  /// null.
  mutating func put<Value: BitwiseCopyable>(_ value: Value, _ content: BodyContent)
  /// Adds bytes at the next multiple of `alignment`.
  mutating func put(_ bytes: UnsafeRawBufferPointer, alignment: Int, _ content: BodyContent)
}

extension BodySink {
  mutating func bulk(_ bytes: UnsafeRawBufferPointer, _ content: BodyContent) {
    put(bytes, alignment: CallLimit.bulkAlignment, content)
  }

  mutating func text(_ bytes: UnsafeRawBufferPointer, _ content: BodyContent) {
    put(bytes, alignment: CallLimit.alignment, content)
  }
}

/// A message: its fields, which can be written and read again.
protocol CallMessage {
  func encode(to sink: inout some BodySink)
  /// Reads it; what it lends lies in the body.
  init(from reader: inout BodyReader) throws(MalformedBody)
}

/// How long a message will be.
struct BodyLength: BodySink {
  /// `Int.max` where it is beyond counting.
  private(set) var bytes = 0

  /// `nil` where it is longer than messages may be.
  static func of(_ message: some CallMessage) -> Int? {
    var length = BodyLength()
    message.encode(to: &length)
    return length.bytes <= CallLimit.bodyBytes ? length.bytes : nil
  }

  mutating func put<Value: BitwiseCopyable>(_ value: Value, _ content: BodyContent) {
    add(MemoryLayout<Value>.size, CallLimit.alignment)
  }

  mutating func put(_ bytes: UnsafeRawBufferPointer, alignment: Int, _ content: BodyContent) {
    if !bytes.isEmpty { add(bytes.count, alignment) }
  }

  private mutating func add(_ count: Int, _ alignment: Int) {
    guard bytes <= CallLimit.bodyBytes, count <= CallLimit.bodyBytes else { return bytes = .max }
    bytes = bytes.rounded(upTo: alignment) + count
  }
}

/// Writes a message into a buffer that ``BodyLength`` has measured.
struct BodyWriter: BodySink {
  private let room: UnsafeMutableRawBufferPointer
  private(set) var offset = 0

  /// - Parameter offset: Where it goes on; what lies before is somebody else's.
  init(_ room: UnsafeMutableRawBufferPointer, from offset: Int = 0) {
    self.room = room
    self.offset = offset
  }

  /// Writes a whole message. A buffer that is too short, which no carrier gives, is left incomplete.
  static func write(_ message: some CallMessage, to room: UnsafeMutableRawBufferPointer) {
    var writer = BodyWriter(room)
    message.encode(to: &writer)
  }

  mutating func put<Value: BitwiseCopyable>(_ value: Value, _ content: BodyContent) {
    guard let place = advance(MemoryLayout<Value>.size, CallLimit.alignment) else { return }
    place.storeBytes(of: value, as: Value.self)
  }

  mutating func put(_ bytes: UnsafeRawBufferPointer, alignment: Int, _ content: BodyContent) {
    guard let start = bytes.baseAddress, !bytes.isEmpty, let place = advance(bytes.count, alignment) else {
      return
    }
    place.copyMemory(from: start, byteCount: bytes.count)
  }

  private mutating func advance(_ count: Int, _ alignment: Int) -> UnsafeMutableRawPointer? {
    let start = offset.rounded(upTo: alignment)
    guard let base = room.baseAddress, start <= room.count, count <= room.count - start else { return nil }
    // Most values need no padding.
    if start > offset {
      (base + offset).initializeMemory(as: UInt8.self, repeating: 0, count: start - offset)
    }
    offset = start + count
    return base + start
  }
}

extension Int {
  /// The next multiple of a power of two. The value is far below `Int.max`.
  func rounded(upTo alignment: Int) -> Int { (self + alignment - 1) & ~(alignment - 1) }
}
