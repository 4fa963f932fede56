// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.speech-recognizer/1` asks of an author's plugin.
enum SpeechRecognizerTable {
  static func bundles(_ opened: OpenedPlugin) throws(PluginFailure) -> [imp_speech_bundle] {
    try listed(provided(opened.attached.speechRecognizer).speechBundles)
  }

  static func pronunciations(
    _ opened: OpenedPlugin, _ bundle: imp_text, _ word: imp_text
  ) throws(PluginFailure) -> [imp_speech_pronunciation] {
    let plugin = try provided(opened.attached.speechRecognizer)
    let bundle = try plugin.speechBundle(bundle)
    guard bundle.dictionary != nil else {
      throw PluginFailure(.unsupported, "\(bundle.name) has no dictionary.")
    }
    let word = try readText(word, "The word")
    guard word.isSpeechWord else {
      throw PluginFailure(.argument, "The word is longer than 95 bytes, or has white space in it.")
    }
    let found = try plugin.pronunciations(of: word, in: bundle)
    let isRight =
      found.count <= Int(IMP_SPEECH_PRONUNCIATIONS) && Set(found).count == found.count
      && found.allSatisfy { (1...64).contains($0.count) && $0.allSatisfy { $0 < bundle.symbols.count } }
    guard isRight else {
      throw PluginFailure(.internal, "\(bundle.name) pronounces a word in a way that the contract does not.")
    }
    return found.map { symbols in
      var raw = imp_speech_pronunciation()
      raw.size = structSize(imp_speech_pronunciation.self)
      raw.count = UInt32(symbols.count)
      withUnsafeMutableBytes(of: &raw.symbols) { $0.copyBytes(from: symbols) }
      return raw
    }
  }

  static func create(
    _ opened: OpenedPlugin, _ raw: imp_speech_recognizer_options, _ graph: UnsafeRawBufferPointer
  ) throws(PluginFailure) -> ProvidedSpeechRecognizer {
    let plugin = try provided(opened.attached.speechRecognizer)
    guard raw.threads >= 1 else { throw PluginFailure(.argument, "threads is 0; it must be 1 or more.") }
    try check(raw.alternatives, in: 0...UInt32(IMP_SPEECH_ALTERNATIVES), "alternatives")
    let bundle = try plugin.speechBundle(raw.bundle)
    if graph.isEmpty, !bundle.features.contains(.open) {
      throw PluginFailure(.unsupported, "\(bundle.name) listens for nothing without a graph.")
    }
    let options = SpeechRecognizerOptions(
      bundle: bundle, graph: graph.isEmpty ? nil : try SpeechGraphReader.read(graph, for: bundle),
      threads: Int(raw.threads), alternatives: Int(raw.alternatives))
    return ProvidedSpeechRecognizer(opened.host, try plugin.makeSpeechRecognizer(options), options)
  }
}

extension SpeechRecognizerPlugin {
  /// The bundle that a host asks for.
  fileprivate func speechBundle(_ asked: imp_text) throws(PluginFailure) -> SpeechBundle {
    let name = try readText(asked, "The bundle")
    guard let bundle = speechBundles.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      let known = speechBundles.map(\.name).joined(separator: ", ")
      throw PluginFailure(.unsupported, "The requested bundle is not one of its own: \(known).")
    }
    try bundle.check()
    return bundle
  }
}

extension imp_speech_bundle: SizedStruct {}

extension SpeechBundle: ListedValue {
  func state(in raw: inout imp_speech_bundle) throws(PluginFailure) {
    try check()
    raw.can =
      features.rawValue | (models == nil ? 0 : IMP_SPEECH_CAN_MODEL)
      | (phrases == 0 ? 0 : IMP_SPEECH_CAN_PHRASES) | (dictionary == nil ? 0 : IMP_SPEECH_CAN_PRONOUNCE)
    raw.rate = rate
    raw.longest_ms = longestMilliseconds
    raw.words = words
    raw.ngrams = models?.ngrams ?? 0
    raw.order = models?.order ?? 0
    raw.phrases = phrases
    raw.dictionary = dictionary ?? 0
    try copyWhole(name, to: &raw.name, "A bundle's name")
    try copyWhole(language, to: &raw.language, "A bundle's language")
    try copyWhole(symbols.joined(separator: " "), to: &raw.symbols, "A bundle's list of symbols")
  }

  /// What the author has to state.
  fileprivate func check() throws(PluginFailure) {
    let allowed: Features = [.open, .confidence, .alternatives, .activity]
    let takesGraphs = models != nil || phrases > 0
    let reason: String? =
      if !(1...63).contains(name.utf8.count) || !name.isOneWord {
        "has a name of \(name.utf8.count) bytes; 1 to 63 without white space are allowed."
      } else if !(2...35).contains(language.utf8.count) || !language.isLanguageTag {
        "has the language '\(language)'; a tag of BCP 47 is expected."
      } else if !(8000...48_000).contains(rate) || !(1000...120_000).contains(longestMilliseconds) {
        "takes \(rate) frames per second, for \(longestMilliseconds) ms."
      } else if !features.isSubset(of: allowed) || !takesGraphs && !features.contains(.open) {
        "takes no graphs and has no words of its own, or has features that do not exist."
      } else if let models, !(1...5).contains(models.order) || !(3...4_000_000).contains(models.ngrams) {
        "takes models of \(models.ngrams) n-grams of order \(models.order)."
      } else if phrases > 1000 || takesGraphs != (1...200_000).contains(words) || !takesGraphs && words > 0 {
        "takes graphs of \(words) words and \(phrases) phrases."
      } else if dictionary != nil, !takesGraphs {
        "has a dictionary, and takes no graphs that it could be for."
      } else if symbols.isEmpty == takesGraphs || symbols.count > 255
        || Set(symbols.map { Array($0.utf8) }).count < symbols.count
        || !symbols.allSatisfy({ (1...16).contains($0.utf8.count) && $0.isOneWord })
      {
        "has symbols that the contract does not allow."
      } else {
        nil
      }
    if let reason { throw PluginFailure(.internal, "A bundle that it states, '\(name)', \(reason)") }
  }
}

extension String {
  /// Whether it may be a word of a graph.
  fileprivate var isSpeechWord: Bool { (1...95).contains(utf8.count) && isOneWord }
}

/// What an `imp_speech_recognizer` points to.
final class ProvidedSpeechRecognizer {
  let host: Host
  private let session: any SpeechRecognizerSession
  private let options: SpeechRecognizerOptions
  /// The graph's words, by their bytes; `nil` where the bundle has its own.
  private let known: Set<[UInt8]>?
  private var utterance = Utterance()
  private var isBroken = false

  /// What is kept of an utterance.
  private struct Utterance {
    /// Frames that were given.
    var heard: UInt64 = 0
    /// The words that were last told, by their bytes.
    var told: [[UInt8]] = []
    var isSpeech = false
    var lastActivity: UInt64 = 0
    var lastTrigger: UInt64 = 0
  }

  init(_ host: Host, _ session: any SpeechRecognizerSession, _ options: SpeechRecognizerOptions) {
    self.host = host
    self.session = session
    self.options = options
    known = options.graph.map { Set($0.words.map { Array($0.text.utf8) }) }
  }

  private var phrases: [SpeechGraph.Phrase]? {
    guard case .phrases(let phrases) = options.graph?.content else { return nil }
    return phrases
  }

  func step(_ sound: imp_sound, _ hearing: inout imp_speech_hearing) throws(PluginFailure) {
    try checkUsable(&hearing)
    let samples = try samples(of: sound)
    let heard = utterance.heard + UInt64(samples.count)
    if phrases == nil, heard * 1000 > UInt64(options.bundle.longestMilliseconds) * UInt64(options.bundle.rate)
    {
      throw PluginFailure(
        .state,
        "The utterance would be longer than \(options.bundle.longestMilliseconds) ms; finish or reset it.")
    }
    let step = try session.step(samples.span)
    utterance.heard = heard
    try whole { () throws(PluginFailure) in
      var events = try raw(step.events)
      try check(step.words)
      let words = step.words.map { Array($0.text.utf8) }
      let isNew = words != utterance.told
      if isNew {
        utterance.told = words
        events.append(Self.event(UInt32(IMP_SPEECH_EVENT_PARTIAL), at: heard))
      }
      let told = isNew ? step.words.map { word in SpeechWord(word.text, frames: word.frames) } : []
      try write(events, [told], to: &hearing)
    }
  }

  func finish(_ hearing: inout imp_speech_hearing) throws(PluginFailure) {
    try checkUsable(&hearing)
    let result = try session.finish()
    defer { utterance = Utterance() }
    try whole { () throws(PluginFailure) in
      let events = try raw(result.events)
      // One of no words could not be told from none.
      let others = result.alternatives.filter { !$0.isEmpty }
      let readings = [result.words] + others.prefix(options.alternatives)
      for reading in readings { try check(reading) }
      if options.bundle.features.contains(.confidence),
        let word = result.words.first(where: { $0.confidence == nil })
      {
        throw Self.misbehaved(
          "has no confidence of '\(word.text)', and its bundle says that each word of a result has one")
      }
      guard result.alternatives.isEmpty || options.bundle.features.contains(.alternatives) else {
        throw PluginFailure(
          .internal, "The recogniser has alternatives, and its bundle says that it has none.")
      }
      try write(events, readings, to: &hearing)
    }
  }

  func reset() {
    utterance = Utterance()
    session.reset()
  }

  // MARK: What the host has to keep to

  private func checkUsable(_ hearing: inout imp_speech_hearing) throws(PluginFailure) {
    guard !isBroken else { throw PluginFailure(.internal, "The recogniser has misbehaved; destroy it.") }
    let (events, words) = (UInt32(IMP_SPEECH_EVENTS_MAXIMUM), UInt32(IMP_SPEECH_WORDS_MAXIMUM))
    guard hearing.events != nil, hearing.words != nil, hearing.event_capacity >= events,
      hearing.word_capacity >= words
    else {
      (hearing.event_count, hearing.word_count) = (events, words)
      throw PluginFailure(.shortBuffer, "The lists need room for \(events) events and \(words) words.")
    }
  }

  /// The sound, once it is what the bundle takes.
  private func samples(of sound: imp_sound) throws(PluginFailure) -> [Float] {
    let rate = options.bundle.rate
    let isFloat = sound.format == UInt32(IMP_AUDIO_FLOAT32)
    guard isFloat || sound.format == UInt32(IMP_AUDIO_S16), sound.channels == 1, sound.rate == rate else {
      throw PluginFailure(
        .sample,
        "The sound has \(sound.channels) channels of format \(sound.format) at \(sound.rate) frames per second; "
          + "one of IMP_AUDIO_FLOAT32 or IMP_AUDIO_S16 at \(rate) is expected.")
    }
    let bytes = try lentBytes(sound.samples, "The sound")
    let width = isFloat ? 4 : 2
    guard bytes.count.isMultiple(of: width), Int(bitPattern: bytes.baseAddress).isMultiple(of: width) else {
      throw PluginFailure(.argument, "The sound's \(bytes.count) bytes are not whole samples, or misaligned.")
    }
    guard (1...Int(rate)).contains(bytes.count / width) else {
      throw PluginFailure(.sample, "The sound has \(bytes.count / width) samples; 1 to \(rate) are expected.")
    }
    guard isFloat else {
      return bytes.bindMemory(to: Int16.self).map { Float(Int16(littleEndian: $0)) / 32768 }
    }
    let samples = [Float](bytes.bindMemory(to: Float.self))
    guard let wrong = samples.firstIndex(where: { !$0.isFinite }) else { return samples }
    throw PluginFailure(.sample, "Sample \(wrong) of the sound is not a number.")
  }

  // MARK: What the author has to keep to

  /// What the recogniser has heard already cannot be heard again: a wrong answer is its last.
  private func whole(_ body: () throws(PluginFailure) -> Void) throws(PluginFailure) {
    do throws(PluginFailure) {
      try body()
    } catch {
      isBroken = true
      throw error
    }
  }

  private func raw(_ events: [SpeechEvent]) throws(PluginFailure) -> [imp_speech_event] {
    var made: [imp_speech_event] = []
    for event in events {
      switch event {
      case .speech(let at), .silence(let at):
        let begins = event == .speech(at: at)
        guard options.bundle.features.contains(.activity), begins != utterance.isSpeech,
          (utterance.lastActivity...max(utterance.heard, utterance.lastActivity)).contains(at)
        else { throw Self.misbehaved("tells speech or silence out of turn, or at a time that is not") }
        (utterance.isSpeech, utterance.lastActivity) = (begins, at)
        made.append(
          Self.event(UInt32(begins ? IMP_SPEECH_EVENT_SPEECH : IMP_SPEECH_EVENT_SILENCE), at: at))
      case .trigger(let phrase, let score, let frames):
        guard let phrases, phrases.indices.contains(phrase), frames.upperBound <= utterance.heard,
          frames.upperBound >= utterance.lastTrigger
        else { throw Self.misbehaved("spots a phrase that there is not, or at a time that is not") }
        guard (phrases[phrase].threshold...100).contains(score) else {
          throw Self.misbehaved("spots a phrase with the score \(score), below its threshold or above 100")
        }
        utterance.lastTrigger = frames.upperBound
        var event = Self.event(UInt32(IMP_SPEECH_EVENT_TRIGGER), at: frames.upperBound)
        event.phrase = UInt32(phrase)
        event.score = score
        event.begin = frames.lowerBound
        made.append(event)
      }
    }
    return made
  }

  private func check(_ words: [SpeechWord]) throws(PluginFailure) {
    guard words.isEmpty || phrases == nil else { throw Self.misbehaved("has words of phrases") }
    var end: UInt64 = 0
    for word in words {
      guard word.text.isSpeechWord, known?.contains(Array(word.text.utf8)) ?? true else {
        throw Self.misbehaved("has a word that is none of its graph's")
      }
      guard word.frames.lowerBound >= end, word.frames.upperBound <= utterance.heard else {
        throw Self.misbehaved("has words out of the order of time")
      }
      end = word.frames.upperBound
      guard let confidence = word.confidence else { continue }
      guard (0...1).contains(confidence), options.bundle.features.contains(.confidence) else {
        throw Self.misbehaved("has the confidence \(confidence)")
      }
    }
  }

  private func write(
    _ events: [imp_speech_event], _ readings: [[SpeechWord]], to hearing: inout imp_speech_hearing
  ) throws(PluginFailure) {
    let events = Self.withoutTriggers(events, beyond: Int(IMP_SPEECH_EVENTS_MAXIMUM))
    guard events.count <= Int(IMP_SPEECH_EVENTS_MAXIMUM) else {
      throw Self.misbehaved("has \(events.count) events at once, triggers aside")
    }
    for (index, event) in events.enumerated() { hearing.events?[index] = event }
    var count = 0
    for (alternative, reading) in readings.enumerated() {
      for word in reading.prefix(Int(IMP_SPEECH_WORDS_MAXIMUM) - count) {
        var raw = imp_speech_word()
        raw.size = structSize(imp_speech_word.self)
        raw.alternative = UInt32(alternative)
        (raw.begin, raw.end) = (word.frames.lowerBound, word.frames.upperBound)
        raw.confidence = word.confidence ?? IMP_SPEECH_NO_CONFIDENCE
        copy(word.text, to: &raw.text)
        hearing.words?[count] = raw
        count += 1
      }
    }
    hearing.event_count = UInt32(events.count)
    hearing.word_count = UInt32(count)
  }

  /// Of more events than one call may have, triggers are left out, the last first.
  private static func withoutTriggers(
    _ events: [imp_speech_event], beyond most: Int
  ) -> [imp_speech_event] {
    var kept = events
    while kept.count > most,
      let last = kept.lastIndex(where: { $0.kind == UInt32(IMP_SPEECH_EVENT_TRIGGER) })
    {
      kept.remove(at: last)
    }
    return kept
  }

  private static func event(_ kind: UInt32, at: UInt64) -> imp_speech_event {
    imp_speech_event(
      size: structSize(imp_speech_event.self), kind: kind, phrase: 0, score: 0, begin: 0, at: at)
  }

  private static func misbehaved(_ what: String) -> PluginFailure {
    PluginFailure(.internal, "The recogniser \(what).")
  }
}
