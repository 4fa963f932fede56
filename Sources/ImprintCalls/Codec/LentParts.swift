// SPDX-License-Identifier: Apache-2.0
internal import CImprint

// How the contract's views travel: the struct with its length first, the bytes behind it as bulk. A null
// pointer stays one, whatever length goes with it: what that means is the plugin's to judge.

extension imp_bytes {
  /// As it travels: the pointer says only whether there is one.
  var header: imp_bytes { imp_bytes(data: data == nil ? nil : .present, length: length) }

  var raw: UnsafeRawBufferPointer {
    data == nil ? .none : UnsafeRawBufferPointer(start: data, count: length.lengthOfMemory)
  }

  /// Reads the bytes that a header announces.
  init(_ header: imp_bytes, from reader: inout BodyReader) throws(MalformedBody) {
    self = header
    guard header.data != nil else { return }
    let bytes = try reader.bulk(UInt64(UInt(bitPattern: header.length)))
    // What is empty has an address too: only null says that there is none.
    data = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? .present
  }
}

extension imp_text {
  /// As it travels: the pointer says only whether there is one.
  var header: imp_text { imp_text(data: data == nil ? nil : .present, length: length) }

  /// Reads the text that a header announces.
  init(_ header: imp_text, from reader: inout BodyReader) throws(MalformedBody) {
    self = header
    guard header.data != nil else { return }
    let bytes = try reader.bulk(UInt64(UInt(bitPattern: header.length)))
    data = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? .present
  }

  var raw: UnsafeRawBufferPointer {
    data == nil ? .none : UnsafeRawBufferPointer(start: data, count: length.lengthOfMemory)
  }

  /// A text where it lies.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.init(data: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length: bytes.count)
  }
}

extension Int {
  /// A `size_t`: beyond half of all memory it comes as a negative number, and is too long for any message.
  fileprivate var lengthOfMemory: Int { self < 0 ? .max : self }
}

extension UnsafePointer {
  /// Stands for a pointer that is there, in a message, and for one to nothing at all: it is aligned, and not
  /// null.
  static var present: UnsafePointer<Pointee>? { UnsafePointer(bitPattern: CallLimit.bulkAlignment) }
}

extension UnsafeMutablePointer {
  static var present: UnsafeMutablePointer<Pointee>? {
    UnsafeMutablePointer(bitPattern: CallLimit.bulkAlignment)
  }
}

extension UnsafeRawBufferPointer {
  /// No bytes.
  static var none: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
}

/// An image as it is lent: its struct, then its pixels.
struct LentImage {
  var image: imp_image

  func encodeHeader(to sink: inout some BodySink) {
    var header = image
    header.pixels = image.pixels.header
    sink.put(header, .plain)
  }

  func encodePixels(to sink: inout some BodySink) { sink.bulk(image.pixels.raw, .bytes) }

  static func header(from reader: inout BodyReader) throws(MalformedBody) -> imp_image {
    let header = try reader.take(imp_image.self)
    try expectOwnSize(header)
    return header
  }

  init(_ image: imp_image) { self.image = image }

  init(_ header: imp_image, pixelsFrom reader: inout BodyReader) throws(MalformedBody) {
    image = header
    image.pixels = try imp_bytes(header.pixels, from: &reader)
  }
}

/// The size that a struct of the contract's says it has: all begin with it.
func ownSize<Value: BitwiseCopyable>(_ value: Value) -> UInt32 {
  withUnsafeBytes(of: value) { $0.load(as: UInt32.self) }
}

/// - Parameter place: which one it is, where there are several.
func expectOwnSize<Value: BitwiseCopyable>(_ value: Value, _ place: String = "") throws(MalformedBody) {
  let size = ownSize(value)
  guard size == MemoryLayout<Value>.size else {
    throw MalformedBody("\(Value.self)\(place).size is \(size), which no sender lets pass (R-20).")
  }
}
