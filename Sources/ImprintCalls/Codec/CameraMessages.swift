// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// `camera.open`. Answered by the object's number.
struct OpenCameraMessage: CallMessage {
  var options: imp_camera_options

  init(_ options: imp_camera_options) { self.options = options }

  func encode(to sink: inout some BodySink) {
    var header = options
    header.locator = options.locator.header
    sink.put(header)
    sink.bulk(options.locator.raw)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_camera_options.self)
    guard options.size == MemoryLayout<imp_camera_options>.size else {
      throw .size("imp_camera_options", options.size)
    }
    options.locator = try imp_text(options.locator, from: &reader)
  }
}

/// `camera.next_frame`. Answered by ``FrameResult``, and with success the bytes as bulk.
struct NextFrameMessage: CallMessage {
  struct Fields: BitwiseCopyable {
    var timeout: UInt64
    var capacity: UInt64
    var length: UInt64
    var isThere: UInt64
    var frame: imp_frame
  }

  var fields: Fields

  init(_ fields: Fields) { self.fields = fields }

  func encode(to sink: inout some BodySink) { sink.put(fields) }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    guard fields.capacity <= CallLimit.resultBytes else {
      throw MalformedBody("a frame of \(fields.capacity) bytes; \(CallLimit.resultBytes) are allowed.")
    }
    guard fields.frame.size == MemoryLayout<imp_frame>.size else {
      throw .size("imp_frame", fields.frame.size)
    }
  }
}

struct FrameResult: BitwiseCopyable {
  var length: UInt64
  var frame: imp_frame
}
