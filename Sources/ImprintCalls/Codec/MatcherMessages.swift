// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// What `matcher.describe` answers: the info without its text, then the text.
struct MatcherInfoMessage: CallMessage {
  /// The fields of `imp_matcher_info` but its size and its pointer.
  struct Fields: BitwiseCopyable {
    var modality: UInt32 = 0
    var writesVersion: UInt32 = 0
    var readsVersionMinimum: UInt32 = 0
    var readsVersionMaximum: UInt32 = 0
    var templateBytesMaximum: UInt32 = 0
    var templateBytesFixed: UInt32 = 0
    var needsFace: UInt32 = 0
    var symmetric: UInt32 = 0
    var similarityMinimum: Float = 0
    var similarityMaximum: Float = 0
    var reserved: UInt32 = 0
    var algorithm: UInt32 = 0
  }

  var fields: Fields
  var algorithm: UnsafeRawBufferPointer

  init(_ info: imp_matcher_info, algorithm: UnsafeRawBufferPointer) {
    self.algorithm = algorithm
    fields = Fields(
      modality: info.modality, writesVersion: info.writes_version,
      readsVersionMinimum: info.reads_version_min,
      readsVersionMaximum: info.reads_version_max, templateBytesMaximum: info.template_bytes_max,
      templateBytesFixed: info.template_bytes_fixed, needsFace: info.needs_face, symmetric: info.symmetric,
      similarityMinimum: info.similarity_min, similarityMaximum: info.similarity_max, reserved: 0,
      algorithm: UInt32(clamping: algorithm.count))
  }

  func encode(to sink: inout some BodySink) {
    sink.put(fields, .plain)
    sink.text(algorithm, .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    algorithm = try reader.text(UInt64(fields.algorithm))
  }

  /// - Parameter algorithm: null-terminated.
  func info(algorithm: UnsafePointer<CChar>) -> imp_matcher_info {
    imp_matcher_info(
      size: UInt32(MemoryLayout<imp_matcher_info>.size), modality: fields.modality, algorithm: algorithm,
      writes_version: fields.writesVersion, reads_version_min: fields.readsVersionMinimum,
      reads_version_max: fields.readsVersionMaximum, template_bytes_max: fields.templateBytesMaximum,
      template_bytes_fixed: fields.templateBytesFixed, needs_face: fields.needsFace,
      symmetric: fields.symmetric, similarity_min: fields.similarityMinimum,
      similarity_max: fields.similarityMaximum, reserved: 0)
  }
}

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
    header.gallery.data = fields.gallery.data.header
    header.gallery.offsets = fields.gallery.offsets == nil ? nil : .present
    sink.put(header, .plain)
    sink.bulk(fields.probe.raw, .bytes)
    // Offsets are lengths.
    sink.bulk(UnsafeRawBufferPointer(offsets), .plain)
    sink.bulk(fields.gallery.data.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    try expectOwnSize(fields.gallery)
    guard fields.gallery.count <= CallLimit.resultBytes / MemoryLayout<Float>.size else {
      throw MalformedBody("a gallery of \(fields.gallery.count) templates in one call.")
    }
    fields.probe = try imp_bytes(fields.probe, from: &reader)
    offsets = UnsafeBufferPointer(start: nil, count: 0)
    if fields.gallery.offsets != nil {
      offsets = try reader.elements(UInt64.self, count: UInt32(fields.gallery.count) + 1)
      fields.gallery.offsets = offsets.baseAddress
    }
    fields.gallery.data = try imp_bytes(fields.gallery.data, from: &reader)
  }
}
