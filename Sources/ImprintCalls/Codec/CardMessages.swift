// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// `card-reader.connect`. Answered by the object's number.
struct ConnectCardMessage: CallMessage {
  var options: imp_card_options

  init(_ options: imp_card_options) { self.options = options }

  func encode(to sink: inout some BodySink) {
    var header = options
    header.locator = options.locator.header
    sink.put(header, .plain)
    sink.bulk(options.locator.raw, .text)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_card_options.self)
    try expectOwnSize(options)
    options.locator = try imp_text(options.locator, from: &reader)
  }
}

/// `card-reader.reconnect`: the options without the locator, which is not looked at.
struct ReconnectCardMessage: CallMessage {
  struct Fields: BitwiseCopyable {
    var options: imp_card_options
    var disposition: UInt32
    var reserved: UInt32 = 0
  }

  var fields: Fields

  init(_ options: imp_card_options, disposition: UInt32) {
    fields = Fields(options: options, disposition: disposition)
    fields.options.locator = imp_text()
  }

  func encode(to sink: inout some BodySink) { sink.put(fields, .plain) }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    try expectOwnSize(fields.options)
    // Whoever sent one sent no text with it.
    fields.options.locator = imp_text()
  }
}

/// `card-reader.status`: the struct as it was before. Answered with success by what it is then.
struct CardStatusMessage: CallMessage {
  var status: imp_card_status

  init(_ status: imp_card_status) { self.status = status }

  func encode(to sink: inout some BodySink) { sink.put(status, .bytes) }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    status = try reader.take(imp_card_status.self)
    try expectOwnSize(status)
  }
}

/// `card-reader.transmit`, `control` and `attribute`: bytes there, and room for bytes back. Answered by their
/// length, and with success the bytes as bulk.
struct CardExchangeMessage: CallMessage {
  struct Fields: BitwiseCopyable {
    var input: imp_bytes
    var capacity: UInt64
    var length: UInt64
    /// The control code, or the tag.
    var code: UInt32
    /// 1: there is a buffer.
    var hasRoom: UInt32
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

/// `card-reader.begin`: the time-out. `end` and `disconnect`: the disposition.
struct CardNumberMessage: CallMessage {
  var number: UInt64

  init(_ number: UInt64) { self.number = number }

  func encode(to sink: inout some BodySink) { sink.put(number, .plain) }

  init(from reader: inout BodyReader) throws(MalformedBody) { number = try reader.take(UInt64.self) }

  /// A disposition is shorter than the number it travels as.
  var disposition: UInt32 {
    get throws(MalformedBody) {
      guard let disposition = UInt32(exactly: number) else {
        throw MalformedBody("a disposition of \(number), which no sender can say.")
      }
      return disposition
    }
  }
}

/// `card-reader.set_attribute`.
struct SetCardAttributeMessage: CallMessage {
  struct Fields: BitwiseCopyable {
    var value: imp_bytes
    var tag: UInt32
    var reserved: UInt32 = 0
  }

  var fields: Fields

  init(_ tag: UInt32, _ value: imp_bytes) { fields = Fields(value: value, tag: tag) }

  func encode(to sink: inout some BodySink) {
    var header = fields
    header.value = fields.value.header
    sink.put(header, .plain)
    sink.bulk(fields.value.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    fields.value = try imp_bytes(fields.value, from: &reader)
  }
}
