// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// A list: room for how many entries. Answered by a count, and with success that many of the list's structs
/// as bulk.
struct ListMessage: CallMessage {
  struct Fields: BitwiseCopyable {
    var capacity: UInt32
    /// 1: there is an array, were it of no elements.
    var isThere: UInt32
  }

  var fields: Fields

  init(capacity: UInt32, isThere: Bool) {
    fields = Fields(capacity: capacity, isThere: isThere ? 1 : 0)
  }

  func encode(to sink: inout some BodySink) { sink.put(fields, .plain) }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    guard fields.capacity <= CallLimit.entries else {
      throw MalformedBody("a list of \(fields.capacity) entries; \(CallLimit.entries) are allowed.")
    }
  }
}
