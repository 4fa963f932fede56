// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// `camera-control.set`. Answered by the value that was granted.
struct SetControlMessage: CallMessage {
  struct Fields: BitwiseCopyable {
    var value: Int64
    var control: UInt32
    var reserved: UInt32 = 0
  }

  var fields: Fields
  var locator: imp_text

  init(_ fields: Fields, of locator: imp_text) {
    self.fields = fields
    self.locator = locator
  }

  func encode(to sink: inout some BodySink) {
    sink.put(fields, .plain)
    sink.put(locator.header, .plain)
    sink.bulk(locator.raw, .text)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    locator = try imp_text(try reader.take(imp_text.self), from: &reader)
  }
}
