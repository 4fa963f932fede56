// SPDX-License-Identifier: Apache-2.0

/// `device-watch.next`. Answered by an `imp_device_event` with success.
struct NextEventMessage: CallMessage {
  var timeout: UInt64

  init(timeout: UInt64) { self.timeout = timeout }

  func encode(to sink: inout some BodySink) { sink.put(timeout, .plain) }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    timeout = try reader.take(UInt64.self)
  }
}
