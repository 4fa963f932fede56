// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/voice-extractor.yaml and
// imprint/draft/voice-extractor.h; change that, not this.
// swift-format-ignore-file
package import CImprint

/// An `imp_voice_extractor`.
enum VoiceExtractorObject: AbilityObject {
  static let noun = "voice extractor"
  static let ending = CallFunction.voiceDestroy
  static let loss = RemoteLoss.makeAgain

  static func end(_ table: UnsafePointer<imp_voice_extractor_ability>, _ object: OpaquePointer) {
    table.pointee.destroy(object)
  }
}

extension imp_voice_extractor_ability: AbilityTable {
  package static var id: String { IMP_VOICE_EXTRACTOR_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_voice_extractor_ability(
      size: UInt32(MemoryLayout<imp_voice_extractor_ability>.size), reserved: 0,
      formats: { it, formats, count in
        RemotePlugin.of(it).list(.voiceFormats, formats, count) { $0 }
      },
      create: { it, options, extractor in
        if let status = misfit(options) ?? absence(extractor) { return status }
        let request = VoiceCreateRequest(options: options.pointee)
        return RemotePlugin.of(it).make(.voiceCreate, request, extractor, VoiceExtractorObject.self)
      },
      extract: { it, sound, payload, extraction in
        if let status = misfit(sound) { return status }
        return RemoteObject.of(it).produce(.voiceExtract, payload, extraction) {
          VoiceExtractRequest(room: $0, sound: sound.pointee)
        }
      },
      measure: { it, sound, facts in
        if let status = misfit(sound) ?? misfit(facts) { return status }
        let request = VoiceMeasureRequest(facts: facts.pointee, sound: sound.pointee)
        return RemoteObject.of(it).perform(.voiceMeasure, request, answering: facts)
      },
      destroy: { RemoteObject.end($0) })))
}

/// The request of `voice-extractor.create`.
struct VoiceCreateRequest {
  var options: imp_voice_extractor_options
}

extension VoiceCreateRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    var optionsHeader = options
    optionsHeader.format = options.format.header
    sink.put(optionsHeader, .plain)
    sink.bulk(options.format.raw, .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_voice_extractor_options.self)
    try expectOwnSize(options)
    options.format = try imp_text(options.format, from: &reader)
  }
}

/// The request of `voice-extractor.extract`.
struct VoiceExtractRequest {
  var room: FillMessage<imp_extraction>
  var sound: imp_sound
}

extension VoiceExtractRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    room.encode(to: &sink)
    var soundHeader = sound
    soundHeader.samples = sound.samples.header
    sink.put(soundHeader, .plain)
    sink.bulk(sound.samples.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    room = try FillMessage<imp_extraction>(from: &reader)
    sound = try reader.take(imp_sound.self)
    try expectOwnSize(sound)
    sound.samples = try imp_bytes(sound.samples, from: &reader)
  }
}

/// The request of `voice-extractor.measure`.
struct VoiceMeasureRequest {
  var facts: imp_voice_facts
  var sound: imp_sound
}

extension VoiceMeasureRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(facts, .plain)
    var soundHeader = sound
    soundHeader.samples = sound.samples.header
    sink.put(soundHeader, .plain)
    sink.bulk(sound.samples.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    facts = try reader.take(imp_voice_facts.self)
    try expectOwnSize(facts)
    sound = try reader.take(imp_sound.self)
    try expectOwnSize(sound)
    sound.samples = try imp_bytes(sound.samples, from: &reader)
  }
}

extension CallExecutor {
  func voiceFormats(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(ListMessage.self, body)
    let it = try provider(request, imp_voice_extractor_ability.self)
    return try list(message, &reply) { it.table.pointee.formats(it.object, $0, $1) }
  }

  func voiceCreate(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(VoiceCreateRequest.self, body)
    var options = message.options
    let it = try provider(request, imp_voice_extractor_ability.self)
    return try make(it, VoiceExtractorObject.self, &reply) {
      it.table.pointee.create(it.object, &options, $0)
    }
  }

  func voiceExtract(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(VoiceExtractRequest.self, body)
    var sound = message.sound
    let it = try object(request, VoiceExtractorObject.self)
    return try fill(message.room.fields, &reply) { it.table.pointee.extract(it.object, &sound, $0, $1) }
  }

  func voiceMeasure(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(VoiceMeasureRequest.self, body)
    var sound = message.sound
    let it = try object(request, VoiceExtractorObject.self)
    return try answering(message.facts, &reply) { it.table.pointee.measure(it.object, &sound, $0) }
  }

  func voiceDestroy(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, VoiceExtractorObject.self)
  }
}
