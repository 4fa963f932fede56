// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// An exchange: bytes there, and room for bytes back. Answered by their length, and with success the bytes as
/// bulk.
struct ExchangeMessage: CallMessage {
  struct Fields: BitwiseCopyable {
    var input: imp_bytes
    var capacity: UInt64
    var length: UInt64
    /// 0 where the function has none.
    var code: UInt32
    /// 1: there is a buffer.
    var hasRoom: UInt32

    var output: imp_buffer { imp_buffer(judged: capacity, length: length, isThere: hasRoom != 0) }
  }

  var fields: Fields

  init(_ fields: Fields) { self.fields = fields }

  func encode(to sink: inout some BodySink) {
    var header = fields
    header.input = fields.input.header
    sink.put(header, .plain)
    sink.bulk(fields.input.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    guard fields.capacity <= CallLimit.resultBytes else {
      throw MalformedBody("a response of \(fields.capacity) bytes; \(CallLimit.resultBytes) are allowed.")
    }
    fields.input = try imp_bytes(fields.input, from: &reader)
  }
}
