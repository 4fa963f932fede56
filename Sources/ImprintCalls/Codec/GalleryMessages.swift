// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// What is carried with a gallery.
protocol GalleryFields: BitwiseCopyable {
  var gallery: imp_gallery { get set }
  /// Without addresses.
  var header: Self { get }
  /// Beside the gallery's size and count, which are judged for all.
  func judge() throws(MalformedBody)
  /// What lies before the gallery's offsets.
  func encodeOthers(to sink: inout some BodySink)
  mutating func takeOthers(from reader: inout BodyReader) throws(MalformedBody)
}

extension GalleryFields {
  var header: Self {
    var header = self
    header.gallery = gallery.header
    return header
  }

  func encodeOthers(to sink: inout some BodySink) {}
  mutating func takeOthers(from reader: inout BodyReader) throws(MalformedBody) {}
}

/// A call about a gallery of templates.
struct GalleryMessage<Fields: GalleryFields>: CallMessage {
  var fields: Fields
  /// `count` + 1, or none.
  private var offsets: UnsafeBufferPointer<UInt64>

  init(_ fields: Fields) {
    self.fields = fields
    offsets = fields.gallery.lentOffsets
  }

  func encode(to sink: inout some BodySink) {
    sink.put(fields.header, .plain)
    fields.encodeOthers(to: &sink)
    // Offsets are lengths.
    sink.bulk(UnsafeRawBufferPointer(offsets), .plain)
    sink.bulk(fields.gallery.data.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    try fields.gallery.judge()
    try fields.judge()
    try fields.takeOthers(from: &reader)
    offsets = try fields.gallery.take(from: &reader)
  }
}

/// `matcher.compare_many`. Answered with success by as many similarities as the gallery has, as bulk.
typealias CompareManyMessage = GalleryMessage<CompareManyFields>

struct CompareManyFields: GalleryFields {
  var gallery: imp_gallery
  var probe: imp_bytes
  var probeVersion: UInt32
  /// 1: there is room for similarities.
  var hasRoom: UInt32

  var header: Self {
    var header = self
    header.probe = probe.header
    header.gallery = gallery.header
    return header
  }

  func judge() throws(MalformedBody) {}
  func encodeOthers(to sink: inout some BodySink) { sink.bulk(probe.raw, .bytes) }
  mutating func takeOthers(from reader: inout BodyReader) throws(MalformedBody) {
    probe = try imp_bytes(probe, from: &reader)
  }
}

/// `matcher.fuse`. Answered by ``FillResult``, and with success the template as bulk.
typealias FuseMessage = GalleryMessage<FuseFields>

struct FuseFields: GalleryFields {
  var gallery: imp_gallery
  var fusion: imp_fusion
  var room: BufferRoom
  var reserved: UInt32 = 0

  func judge() throws(MalformedBody) {
    try expectOwnSize(fusion)
    try expectZero(reserved)
    try room.judge("a template")
  }
}

/// `matcher-search.prepare`. Answered by a length, and with success by as many statuses as the gallery has
/// templates, and the entries.
typealias PrepareMessage = GalleryMessage<PrepareFields>

struct PrepareFields: GalleryFields {
  var gallery: imp_gallery
  var room: BufferRoom
  /// 1: there is room for statuses.
  var hasStatuses: UInt32

  func judge() throws(MalformedBody) { try room.judge("entries") }
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
