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
    sink.put(header)
    sink.put(format)
    sink.bulk(options.locator.raw)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_microphone_options.self)
    guard options.size == MemoryLayout<imp_microphone_options>.size else {
      throw .size("imp_microphone_options", options.size)
    }
    format = try reader.take(imp_audio_format.self)
    guard format.size == MemoryLayout<imp_audio_format>.size else {
      throw .size("imp_audio_format", format.size)
    }
    options.locator = try imp_text(options.locator, from: &reader)
  }
}

/// `microphone.read`. Answered by ``ChunkResult``, and with success the samples as bulk.
struct ReadSoundMessage: CallMessage {
  struct Fields: BitwiseCopyable {
    var timeout: UInt64
    var capacity: UInt64
    var length: UInt64
    var isThere: UInt64
    var chunk: imp_audio_chunk
  }

  var fields: Fields

  init(_ fields: Fields) { self.fields = fields }

  func encode(to sink: inout some BodySink) { sink.put(fields) }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    guard fields.capacity <= CallLimit.resultBytes else {
      throw MalformedBody("\(fields.capacity) bytes of sound; \(CallLimit.resultBytes) are allowed.")
    }
    guard fields.chunk.size == MemoryLayout<imp_audio_chunk>.size else {
      throw .size("imp_audio_chunk", fields.chunk.size)
    }
  }
}

struct ChunkResult: BitwiseCopyable {
  var length: UInt64
  var chunk: imp_audio_chunk
}
