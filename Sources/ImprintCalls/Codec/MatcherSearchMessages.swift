// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// `matcher-search.create`. The block's memory is lent beside it: ``CallRequest/memory``. Answered by the
/// object's number.
struct SearchCreateMessage: CallMessage {
  struct Fields: BitwiseCopyable {
    var options: imp_search_options
    var block: imp_search_block
  }

  var fields: Fields

  init(_ options: imp_search_options, _ block: imp_search_block) {
    fields = Fields(options: options, block: block)
  }

  func encode(to sink: inout some BodySink) {
    var header = fields
    header.options.form = fields.options.form.header
    header.block.memory = fields.block.memory.header
    sink.put(header, .plain)
    sink.bulk(fields.options.form.raw, .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    try expectOwnSize(fields.options)
    try expectOwnSize(fields.block)
    fields.options.form = try imp_text(fields.options.form, from: &reader)
  }
}

/// `matcher-search.search`. Answered with success by a count, and that many hits as bulk.
struct SearchMessage: CallMessage {
  struct Fields: BitwiseCopyable {
    var probe: imp_bytes
    var query: imp_search_query
    var capacity: UInt32
    var reserved: UInt32 = 0
  }

  var fields: Fields

  /// No search answers more.
  static let mostHits = UInt32(IMP_SEARCH_HITS_MAXIMUM)

  init(_ fields: Fields) {
    self.fields = fields
  }

  func encode(to sink: inout some BodySink) {
    var header = fields
    header.probe = fields.probe.header
    sink.put(header, .plain)
    sink.bulk(fields.probe.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    try expectOwnSize(fields.query)
    try expectZero(fields.reserved)
    guard fields.capacity <= Self.mostHits else {
      throw MalformedBody("room for \(fields.capacity) hits; \(Self.mostHits) are allowed.")
    }
    fields.probe = try imp_bytes(fields.probe, from: &reader)
  }
}
