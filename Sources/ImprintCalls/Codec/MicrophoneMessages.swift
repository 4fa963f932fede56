// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// `microphone.open`. Answered by the object's number and an `imp_audio_format`.
struct OpenMicrophoneMessage: CallMessage {
  var options: imp_microphone_options
  /// As the caller made it, with its size.
  var format: imp_audio_format

  init(_ options: imp_microphone_options, format: imp_audio_format) {
    self.options = options
    self.format = format
  }

  func encode(to sink: inout some BodySink) {
    var header = options
    header.locator = options.locator.header
    sink.put(header, .plain)
    sink.put(format, .plain)
    sink.bulk(options.locator.raw, .text)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_microphone_options.self)
    try expectOwnSize(options)
    format = try reader.take(imp_audio_format.self)
    try expectOwnSize(format)
    options.locator = try imp_text(options.locator, from: &reader)
  }
}
