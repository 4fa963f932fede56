// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// `camera.open`. Answered by the object's number.
struct OpenCameraMessage: CallMessage {
  var options: imp_camera_options

  init(_ options: imp_camera_options) { self.options = options }

  func encode(to sink: inout some BodySink) {
    var header = options
    header.locator = options.locator.header
    sink.put(header, .plain)
    sink.bulk(options.locator.raw, .text)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_camera_options.self)
    try expectOwnSize(options)
    options.locator = try imp_text(options.locator, from: &reader)
  }
}
