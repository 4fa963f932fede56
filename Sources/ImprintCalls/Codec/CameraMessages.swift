// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// `camera.list`: room for how many. Answered by a count, and with success that many `imp_camera_info` as bulk.
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

  func encode(to sink: inout some BodySink) { sink.put(fields) }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    guard fields.capacity <= CallLimit.devices else {
      throw MalformedBody("a list of \(fields.capacity) devices; \(CallLimit.devices) are allowed.")
    }
  }
}

/// `camera.open`. Answered by the object's number.
struct OpenCameraMessage: CallMessage {
  var options: imp_camera_options

  init(_ options: imp_camera_options) { self.options = options }

  func encode(to sink: inout some BodySink) {
    var header = options
    header.locator.data = options.locator.data == nil ? nil : .present
    sink.put(header)
    sink.bulk(options.locator.raw)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_camera_options.self)
    guard options.size == MemoryLayout<imp_camera_options>.size else {
      throw .size("imp_camera_options", options.size)
    }
    guard options.locator.data != nil else { return }
    let bytes = try reader.bulk(UInt64(UInt(bitPattern: options.locator.length)))
    options.locator.data = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? .present
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
