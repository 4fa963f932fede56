// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// What fills a buffer and a struct: time to wait, room for bytes, and the struct as it was before. Answered
/// by ``FillResult``, and with success the bytes as bulk.
struct FillMessage<Info: BitwiseCopyable>: CallMessage {
  struct Fields: BitwiseCopyable {
    var timeout: UInt64
    var capacity: UInt64
    var length: UInt64
    var isThere: UInt64
    var info: Info

    var buffer: imp_buffer { imp_buffer(judged: capacity, length: length, isThere: isThere != 0) }
  }

  var fields: Fields

  init(_ fields: Fields) { self.fields = fields }

  func encode(to sink: inout some BodySink) { sink.put(fields, .plain) }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    guard fields.capacity <= CallLimit.resultBytes else {
      throw MalformedBody(
        "\(Info.self) with room for \(fields.capacity) bytes; \(CallLimit.resultBytes) are allowed.")
    }
    try expectOwnSize(fields.info)
  }
}

struct FillResult<Info: BitwiseCopyable>: BitwiseCopyable {
  var length: UInt64
  var info: Info

  init(length: Int, _ info: Info) {
    self.length = UInt64(UInt(bitPattern: length))
    self.info = info
  }
}
