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

/// Room that is lent for bytes, beside other fields.
struct BufferRoom: BitwiseCopyable {
  var capacity: UInt64
  var length: UInt64
  /// 1: there is a buffer.
  var isThere: UInt32

  func judge(_ what: String) throws(MalformedBody) {
    guard capacity <= CallLimit.resultBytes else {
      throw MalformedBody("\(what) of \(capacity) bytes; \(CallLimit.resultBytes) are allowed.")
    }
  }
}

extension BufferRoom {
  /// As much of a caller's as is made on the other side.
  init(_ buffer: imp_buffer) {
    self.init(
      capacity: UInt64(buffer.room), length: UInt64(UInt(bitPattern: buffer.length)),
      isThere: buffer.data == nil ? 0 : 1)
  }
}
