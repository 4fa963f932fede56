// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/speech-recognizer.yaml and
// imprint/draft/speech-recognizer.h; change that, not this.
// swift-format-ignore-file
package import CImprint

/// An `imp_speech_recognizer`.
enum SpeechRecognizerObject: AbilityObject {
  static let noun = "speech recogniser"
  static let ending = CallFunction.speechDestroy
  static let loss = RemoteLoss.gone(IMP_E_STATE, words: "the plugin's process has ended, and the recogniser with it.")

  static func end(_ table: UnsafePointer<imp_speech_recognizer_ability>, _ object: OpaquePointer) {
    table.pointee.destroy(object)
  }
}

extension imp_speech_recognizer_ability: AbilityTable {
  package static var id: String { IMP_SPEECH_RECOGNIZER_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_speech_recognizer_ability(
      size: UInt32(MemoryLayout<imp_speech_recognizer_ability>.size), reserved: 0,
      bundles: { it, bundles, count in
        RemotePlugin.of(it).list(.speechBundles, bundles, count) { $0 }
      },
      pronunciations: { it, bundle, word, entries, count in
        RemotePlugin.of(it).list(.speechPronunciations, entries, count) {
          SpeechPronunciationsRequest(list: $0, bundle: bundle, word: word)
        }
      },
      create: { it, options, graph, recognizer in
        if let status = misfit(options) ?? absence(recognizer) { return status }
        let request = SpeechCreateRequest(options: options.pointee, graph: graph)
        return RemotePlugin.of(it).make(.speechCreate, request, recognizer, SpeechRecognizerObject.self)
      },
      step: { it, sound, hearing in
        if let status = misfit(sound) ?? misfit(hearing) { return status }
        var request = SpeechStepRequest(hearing: hearing.pointee, sound: sound.pointee)
        cut(&request.hearing.event_capacity, to: IMP_SPEECH_EVENTS_MAXIMUM)
        cut(&request.hearing.word_capacity, to: IMP_SPEECH_WORDS_MAXIMUM)
        if let status = misfit(request.hearing.events, request.hearing.event_capacity)
          ?? misfit(request.hearing.words, request.hearing.word_capacity)
        { return status }
        return RemoteObject.of(it).collect(
          .speechStep, request, isToldIfShort: true,
          CollectedArray(request.hearing.events, request.hearing.event_capacity, "events"),
          CollectedArray(request.hearing.words, request.hearing.word_capacity, "words")) { first, second in
          hearing.pointee.event_count = first
          hearing.pointee.word_count = second
        }
      },
      finish: { it, hearing in
        if let status = misfit(hearing) { return status }
        var request = SpeechFinishRequest(hearing: hearing.pointee)
        cut(&request.hearing.event_capacity, to: IMP_SPEECH_EVENTS_MAXIMUM)
        cut(&request.hearing.word_capacity, to: IMP_SPEECH_WORDS_MAXIMUM)
        if let status = misfit(request.hearing.events, request.hearing.event_capacity)
          ?? misfit(request.hearing.words, request.hearing.word_capacity)
        { return status }
        return RemoteObject.of(it).collect(
          .speechFinish, request, isToldIfShort: true,
          CollectedArray(request.hearing.events, request.hearing.event_capacity, "events"),
          CollectedArray(request.hearing.words, request.hearing.word_capacity, "words")) { first, second in
          hearing.pointee.event_count = first
          hearing.pointee.word_count = second
        }
      },
      reset: { RemoteObject.of($0).command(.speechReset) },
      destroy: { RemoteObject.end($0) })))
}

/// The request of `speech-recognizer.pronunciations`.
struct SpeechPronunciationsRequest {
  var list: ListMessage
  var bundle: imp_text
  var word: imp_text

  private struct BundleHead: BitwiseCopyable {
    var bundle: imp_text
    var word: imp_text
  }
}

extension SpeechPronunciationsRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    list.encode(to: &sink)
    sink.put(BundleHead(bundle: bundle.header, word: word.header), .plain)
    sink.bulk(bundle.raw, .plain)
    sink.bulk(word.raw, .text)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    list = try ListMessage(from: &reader)
    let bundleHead = try reader.take(BundleHead.self)
    bundle = bundleHead.bundle
    word = bundleHead.word
    bundle = try imp_text(bundle, from: &reader)
    word = try imp_text(word, from: &reader)
  }
}

/// The request of `speech-recognizer.create`.
struct SpeechCreateRequest {
  var options: imp_speech_recognizer_options
  var graph: imp_bytes
}

extension SpeechCreateRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    var optionsHeader = options
    optionsHeader.bundle = options.bundle.header
    sink.put(optionsHeader, .plain)
    sink.put(graph.header, .plain)
    sink.bulk(options.bundle.raw, .plain)
    sink.bulk(graph.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_speech_recognizer_options.self)
    try expectOwnSize(options)
    graph = try reader.take(imp_bytes.self)
    options.bundle = try imp_text(options.bundle, from: &reader)
    graph = try imp_bytes(graph, from: &reader)
  }
}

/// The request of `speech-recognizer.step`.
struct SpeechStepRequest {
  var hearing: imp_speech_hearing
  var sound: imp_sound

  private struct HearingEventCapacityHead: BitwiseCopyable {
    var hearingEventCapacity: UInt32
    var hearingWordCapacity: UInt32
    var hasHearingEvents: UInt32
    var hasHearingWords: UInt32
  }
}

extension SpeechStepRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(HearingEventCapacityHead(
      hearingEventCapacity: hearing.event_capacity, hearingWordCapacity: hearing.word_capacity,
      hasHearingEvents: hearing.events == nil ? 0 : 1, hasHearingWords: hearing.words == nil ? 0 : 1), .plain)
    var soundHeader = sound
    soundHeader.samples = sound.samples.header
    sink.put(soundHeader, .plain)
    sink.bulk(sound.samples.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    let hearingEventCapacityHead = try reader.take(HearingEventCapacityHead.self)
    sound = try reader.take(imp_sound.self)
    try expectOwnSize(sound)
    hearing = imp_speech_hearing(
      size: UInt32(MemoryLayout<imp_speech_hearing>.size),
      event_capacity: hearingEventCapacityHead.hearingEventCapacity, event_count: 0,
      word_capacity: hearingEventCapacityHead.hearingWordCapacity, word_count: 0, reserved: 0,
      events: hearingEventCapacityHead.hasHearingEvents == 0 ? nil : .present,
      words: hearingEventCapacityHead.hasHearingWords == 0 ? nil : .present)
    try expectAtMost(IMP_SPEECH_EVENTS_MAXIMUM, hearing.event_capacity, "hearing.event_capacity")
    try expectAtMost(IMP_SPEECH_WORDS_MAXIMUM, hearing.word_capacity, "hearing.word_capacity")
    sound.samples = try imp_bytes(sound.samples, from: &reader)
  }
}

/// The request of `speech-recognizer.finish`.
struct SpeechFinishRequest {
  var hearing: imp_speech_hearing

  private struct HearingEventCapacityHead: BitwiseCopyable {
    var hearingEventCapacity: UInt32
    var hearingWordCapacity: UInt32
    var hasHearingEvents: UInt32
    var hasHearingWords: UInt32
  }
}

extension SpeechFinishRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(HearingEventCapacityHead(
      hearingEventCapacity: hearing.event_capacity, hearingWordCapacity: hearing.word_capacity,
      hasHearingEvents: hearing.events == nil ? 0 : 1, hasHearingWords: hearing.words == nil ? 0 : 1), .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    let hearingEventCapacityHead = try reader.take(HearingEventCapacityHead.self)
    hearing = imp_speech_hearing(
      size: UInt32(MemoryLayout<imp_speech_hearing>.size),
      event_capacity: hearingEventCapacityHead.hearingEventCapacity, event_count: 0,
      word_capacity: hearingEventCapacityHead.hearingWordCapacity, word_count: 0, reserved: 0,
      events: hearingEventCapacityHead.hasHearingEvents == 0 ? nil : .present,
      words: hearingEventCapacityHead.hasHearingWords == 0 ? nil : .present)
    try expectAtMost(IMP_SPEECH_EVENTS_MAXIMUM, hearing.event_capacity, "hearing.event_capacity")
    try expectAtMost(IMP_SPEECH_WORDS_MAXIMUM, hearing.word_capacity, "hearing.word_capacity")
  }
}

extension CallExecutor {
  func speechBundles(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(ListMessage.self, body)
    let it = try provider(request, imp_speech_recognizer_ability.self)
    return try list(message, &reply) { it.table.pointee.bundles(it.object, $0, $1) }
  }

  func speechPronunciations(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(SpeechPronunciationsRequest.self, body)
    let it = try provider(request, imp_speech_recognizer_ability.self)
    return try list(message.list, &reply) {
      it.table.pointee.pronunciations(it.object, message.bundle, message.word, $0, $1)
    }
  }

  func speechCreate(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(SpeechCreateRequest.self, body)
    var options = message.options
    let it = try provider(request, imp_speech_recognizer_ability.self)
    return try make(it, SpeechRecognizerObject.self, &reply) {
      it.table.pointee.create(it.object, &options, message.graph, $0)
    }
  }

  func speechStep(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(SpeechStepRequest.self, body)
    var sound = message.sound
    var hearing = message.hearing
    let it = try object(request, SpeechRecognizerObject.self)
    let counts = try reply.reserve(UInt64(0))
    let hearingEvents = try reply.array(
      of: imp_speech_event.self, hearing.event_capacity, "events", isSized: true)
    if hearing.events != nil { hearing.events = hearingEvents.start() }
    let hearingWords = try reply.array(
      of: imp_speech_word.self, hearing.word_capacity, "words", isSized: true, behind: hearingEvents.part)
    if hearing.words != nil { hearing.words = hearingWords.start() }
    let status = it.table.pointee.step(it.object, &sound, &hearing)
    return try collected(
      status, (hearingEvents, hearing.event_count), (hearingWords, hearing.word_count), at: counts, &reply)
  }

  func speechFinish(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(SpeechFinishRequest.self, body)
    var hearing = message.hearing
    let it = try object(request, SpeechRecognizerObject.self)
    let counts = try reply.reserve(UInt64(0))
    let hearingEvents = try reply.array(
      of: imp_speech_event.self, hearing.event_capacity, "events", isSized: true)
    if hearing.events != nil { hearing.events = hearingEvents.start() }
    let hearingWords = try reply.array(
      of: imp_speech_word.self, hearing.word_capacity, "words", isSized: true, behind: hearingEvents.part)
    if hearing.words != nil { hearing.words = hearingWords.start() }
    let status = it.table.pointee.finish(it.object, &hearing)
    return try collected(
      status, (hearingEvents, hearing.event_count), (hearingWords, hearing.word_count), at: counts, &reply)
  }

  func speechReset(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    let it = try object(request, SpeechRecognizerObject.self)
    it.table.pointee.reset(it.object)
    return IMP_OK
  }

  func speechDestroy(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, SpeechRecognizerObject.self)
  }
}
