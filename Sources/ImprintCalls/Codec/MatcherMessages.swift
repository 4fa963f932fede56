// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// `matcher.compare_many`. Answered with success by as many similarities as the gallery has, as bulk.
struct CompareManyMessage: CallMessage {
  struct Fields: BitwiseCopyable {
    var gallery: imp_gallery
    var probe: imp_bytes
    var probeVersion: UInt32
    /// 1: there is room for similarities.
    var hasRoom: UInt32
  }

  var fields: Fields
  var offsets: UnsafeBufferPointer<UInt64>

  /// A gallery has `count` + 1 offsets, or none.
  init(_ fields: Fields, offsets: UnsafeBufferPointer<UInt64>) {
    self.fields = fields
    self.offsets = offsets
  }

  func encode(to sink: inout some BodySink) {
    var header = fields
    header.probe = fields.probe.header
    header.gallery = fields.gallery.header
    sink.put(header, .plain)
    sink.bulk(fields.probe.raw, .bytes)
    fields.gallery.encode(offsets, to: &sink)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    try fields.gallery.judge()
    fields.probe = try imp_bytes(fields.probe, from: &reader)
    offsets = try fields.gallery.take(from: &reader)
  }
}

/// `matcher.fuse`. Answered by ``FusionResult``, and with success the template as bulk.
struct FuseMessage: CallMessage {
  struct Fields: BitwiseCopyable {
    var gallery: imp_gallery
    var fusion: imp_fusion
    var capacity: UInt64
    var length: UInt64
    /// 1: there is a buffer.
    var hasRoom: UInt32
    var reserved: UInt32 = 0
  }

  var fields: Fields
  var offsets: UnsafeBufferPointer<UInt64>

  init(_ fields: Fields, offsets: UnsafeBufferPointer<UInt64>) {
    self.fields = fields
    self.offsets = offsets
  }

  func encode(to sink: inout some BodySink) {
    var header = fields
    header.gallery = fields.gallery.header
    sink.put(header, .plain)
    fields.gallery.encode(offsets, to: &sink)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    try fields.gallery.judge()
    try expectOwnSize(fields.fusion)
    try expectZero(fields.reserved)
    guard fields.capacity <= CallLimit.resultBytes else {
      throw MalformedBody("a template of \(fields.capacity) bytes.")
    }
    offsets = try fields.gallery.take(from: &reader)
  }
}

struct FusionResult: BitwiseCopyable {
  var length: UInt64
  var fusion: imp_fusion
}

extension imp_gallery {
  /// Its `count` + 1 offsets, or none.
  var lentOffsets: UnsafeBufferPointer<UInt64> {
    UnsafeBufferPointer(start: offsets, count: offsets == nil ? 0 : Int(count) + 1)
  }

  /// Without addresses.
  var header: imp_gallery {
    var header = self
    header.data = data.header
    header.offsets = offsets == nil ? nil : .present
    return header
  }

  /// What lies behind the header.
  func encode(_ offsets: UnsafeBufferPointer<UInt64>, to sink: inout some BodySink) {
    // Offsets are lengths.
    sink.bulk(UnsafeRawBufferPointer(offsets), .plain)
    sink.bulk(data.raw, .bytes)
  }

  func judge() throws(MalformedBody) {
    try expectOwnSize(self)
    guard count <= CallLimit.resultBytes / MemoryLayout<Float>.size else {
      throw MalformedBody("a gallery of \(count) templates in one call.")
    }
  }

  mutating func take(
    from reader: inout BodyReader
  ) throws(MalformedBody) -> UnsafeBufferPointer<UInt64> {
    var lent = UnsafeBufferPointer<UInt64>(start: nil, count: 0)
    if offsets != nil {
      lent = try reader.elements(UInt64.self, count: UInt32(count) + 1)
      offsets = lent.baseAddress
    }
    data = try imp_bytes(data, from: &reader)
    return lent
  }
}
