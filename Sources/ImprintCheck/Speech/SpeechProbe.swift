// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One recogniser of one bundle. Not thread-safe.
final class SpeechProbe: ListedProbe, @unchecked Sendable {
  // Sendable: a check calls it from one thread at a time.
  let plugin: ProbePlugin
  let table: imp_speech_recognizer_ability
  let bundle: SpeechFacts
  let graph: CheckGraph?
  /// The most that it was asked for.
  let alternatives: UInt32
  let name: String
  let note: (String) -> Void
  let calls: ObjectCalls<imp_speech_recognizer_options>
  private let object: OpaquePointer
  private let lent: [GuardedMemory]
  private let ears: Ears

  /// Whether a recogniser, or one made as it was, heard anything.
  private final class Ears {
    var haveHeard = false
  }

  static let words = ListingWords(ability: "speech-recognizer", entry: "bundle", object: "recogniser")

  convenience init(
    _ plugin: ProbePlugin, _ entry: imp_speech_bundle, threads: UInt32 = 1,
    note: @escaping (String) -> Void = { _ in }
  ) throws {
    let bundle = try SpeechFacts(entry)
    try bundle.expectWithinContract()
    try self.init(plugin, bundle, bundle.graphs.first ?? nil, threads: threads, note: note)
  }

  convenience init(
    _ plugin: ProbePlugin, _ bundle: SpeechFacts, _ graph: CheckGraph?, threads: UInt32 = 1,
    alternatives: UInt32 = 0, note: @escaping (String) -> Void = { _ in }
  ) throws {
    try self.init(
      plugin, bundle, graph, threads: threads, alternatives: alternatives, ears: Ears(), note: note)
  }

  private init(
    _ plugin: ProbePlugin, _ bundle: SpeechFacts, _ graph: CheckGraph?, threads: UInt32, alternatives: UInt32,
    ears: Ears, note: @escaping (String) -> Void
  ) throws {
    self.ears = ears
    (self.plugin, self.bundle, self.graph, self.note) = (plugin, bundle, graph, note)
    self.alternatives = alternatives
    name = bundle.name
    table = try Self.table(plugin)
    calls = try Self.calls(plugin, graph?.bytes ?? [])
    let creation = try Self.create(plugin, bundle, graph?.bytes ?? [], threads, alternatives)
    object = try creation.made(
      Self.place("create"), "for \(name) and \(graph?.what ?? "the bundle's own words")")
    lent = creation.lent
  }

  deinit { table.destroy(object) }

  /// Another one of the same bundle, graph and options.
  /// - Parameter alternatives: `nil`: as many as this one was asked for.
  func again(alternatives: UInt32? = nil) throws -> SpeechProbe {
    try SpeechProbe(
      plugin, bundle, graph, threads: 1, alternatives: alternatives ?? self.alternatives, ears: ears,
      note: note)
  }

  /// Whether it heard anything so far, or one that was made as it was.
  var hasHeard: Bool { ears.haveHeard }

  private static func table(_ plugin: ProbePlugin) throws -> imp_speech_recognizer_ability {
    try plugin.table(IMP_SPEECH_RECOGNIZER_ID)
  }

  static func list(_ plugin: ProbePlugin) throws -> LentList<imp_speech_bundle> {
    let table = try table(plugin)
    return LentList(call: place("bundles"), plugin: plugin) { table.bundles(plugin.plugin, $0, $1) }
  }

  /// The dictionary's entry of a word.
  static func pronunciations(
    _ plugin: ProbePlugin, _ bundle: String, _ word: [UInt8]
  ) throws -> LentList<imp_speech_pronunciation> {
    let table = try table(plugin)
    let (name, word) = (try GuardedMemory(Array(bundle.utf8)), try GuardedMemory(word))
    for memory in [name, word] { memory.makeReadOnly() }
    return LentList(call: place("pronunciations"), plugin: plugin) {
      table.pronunciations(plugin.plugin, name.text, word.text, $0, $1)
    }
  }

  // MARK: Making one

  static func calls(
    _ plugin: ProbePlugin, _ entry: imp_speech_bundle
  ) throws -> ObjectCalls<imp_speech_recognizer_options> {
    let bundle = try SpeechFacts(entry)
    try bundle.expectWithinContract()
    return try calls(plugin, (bundle.graphs.first ?? nil)?.bytes ?? [])
  }

  private static func calls(
    _ plugin: ProbePlugin, _ graph: [UInt8]
  ) throws -> ObjectCalls<imp_speech_recognizer_options> {
    let (table, lent) = (try table(plugin), try GuardedMemory(graph))
    lent.makeReadOnly()
    return ObjectCalls(
      plugin: plugin, create: { table.create(plugin.plugin, $0, lent.view, $1) },
      destroy: { table.destroy($0) })
  }

  /// Calls create. Options and graph become inaccessible on return.
  static func create(
    _ plugin: ProbePlugin, _ bundle: SpeechFacts, _ graph: [UInt8], _ threads: UInt32 = 1,
    _ alternatives: UInt32 = 0
  ) throws -> Creation<Void> {
    let table = try table(plugin)
    let (text, bytes) = (try GuardedMemory(Array(bundle.name.utf8)), try GuardedMemory(graph))
    var options = options(text.text, threads: threads)
    options.alternatives = alternatives
    return try Creation(plugin, options, texts: [text, bytes], end: { table.destroy($0) }) {
      table.create(plugin.plugin, $0, bytes.view, $1)
    }
  }

  static func options(_ name: imp_text, threads: UInt32) -> imp_speech_recognizer_options {
    imp_speech_recognizer_options(
      size: structSize(imp_speech_recognizer_options.self), threads: threads, alternatives: 0, reserved: 0,
      bundle: name)
  }

  // MARK: Listening

  /// What one call heard.
  struct Heard: LentAnswer {
    let answer: CallAnswer
    let events: [imp_speech_event]
    let words: [imp_speech_word]
    /// The counts, also of lists that were too short.
    let counts: (events: Int, words: Int)
    /// Whether a byte of the lists was changed; the counts may be.
    let areListsUntouched: Bool
    let isUntouched: Bool
    /// For comparison: all that was heard. What lies behind the end of a text does not count.
    var bytes: [UInt8] { events.flatMap { bytesOf($0) } + wordBytes }
    var wordBytes: [UInt8] {
      var all: [UInt8] = []
      for word in words {
        all += bytesOf(word.alternative)
        all += bytesOf(word.begin)
        all += bytesOf(word.end)
        all += bytesOf(word.confidence.bitPattern)
        all += withUnsafeBytes(of: word.text) { Array($0.prefix { $0 != 0 }) } + [0]
      }
      return all
    }
  }

  /// The faults to put into what is lent, and its room.
  struct Room {
    var events = Int(IMP_SPEECH_EVENTS_MAXIMUM)
    var words = Int(IMP_SPEECH_WORDS_MAXIMUM)
    var changeEvent: (inout imp_speech_event) -> Void = { _ in }
    var changeWord: (inout imp_speech_word) -> Void = { _ in }
    var changeHearing: (inout imp_speech_hearing) -> Void = { _ in }
  }

  func step(_ sound: LentSound, _ room: Room = Room()) throws -> Heard {
    defer { withExtendedLifetime(sound) {} }
    return try hear(room, "step") { table.step(object, sound.sound, $0) }
  }

  func finish(_ room: Room = Room()) throws -> Heard { try hear(room, "finish") { table.finish(object, $0) } }

  func reset() { table.reset(object) }

  private func hear(
    _ room: Room, _ function: String, _ call: (UnsafeMutablePointer<imp_speech_hearing>) -> imp_status
  ) throws -> Heard {
    var (event, word) = (imp_speech_event.toBeFilled, imp_speech_word.toBeFilled)
    room.changeEvent(&event)
    room.changeWord(&word)
    let events = try GuardedMemory(copiesOf: [imp_speech_event](repeating: event, count: room.events))
    let words = try GuardedMemory(copiesOf: [imp_speech_word](repeating: word, count: room.words))
    var hearing = imp_speech_hearing.toBeFilled
    (hearing.event_capacity, hearing.word_capacity) = (UInt32(room.events), UInt32(room.words))
    hearing.reserved = 0
    hearing.events = room.events == 0 ? nil : events.mutablePointer()
    hearing.words = room.words == 0 ? nil : words.mutablePointer()
    room.changeHearing(&hearing)
    let header = try GuardedMemory(copyOf: hearing)
    let before = (events.content, words.content, header.content)
    let status = call(header.mutablePointer())
    let answer = CallAnswer(status, plugin.host)
    let after = header.pointer(as: imp_speech_hearing.self).pointee
    let counts = (Int(after.event_count), Int(after.word_count))
    let place = Self.place(function)
    if status == IMP_OK {
      try expect(
        counts.0 <= room.events && counts.1 <= room.words,
        "it returned success with \(counts.0) events and \(counts.1) words; the lists hold \(room.events) and "
          + "\(room.words) (R-01).", place: place)
    }
    if status == IMP_OK, counts.0 + counts.1 > 0 { ears.haveHeard = true }
    let areSame = (before.0, before.1) == (events.content, words.content)
    return Heard(
      answer: answer, events: status == IMP_OK ? Array(events.values().prefix(counts.0)) : [],
      words: status == IMP_OK ? Array(words.values().prefix(counts.1)) : [], counts: counts,
      areListsUntouched: areSame, isUntouched: areSame && before.2 == header.content)
  }

  /// All that is heard of an utterance, which it must accept: of each step, and at the end.
  /// - Parameter piece: Frames of each step; `nil`: a tenth of a second.
  func utterance(_ sound: DrawnSound, piece: Int? = nil) throws -> (steps: [Heard], result: Heard) {
    let steps = try listen(to: sound, piece: piece)
    let result = try finish()
    try expectSuccess(result.answer, Self.place("finish"), "after \(sound.words)")
    return (steps, result)
  }

  func listen(to sound: DrawnSound, piece: Int? = nil) throws -> [Heard] {
    try sound.pieces(of: piece ?? sound.rate / 10).map { part in
      let heard = try step(LentSound(part))
      try expectSuccess(heard.answer, Self.place("step"), "for \(part.samples.count) frames of \(sound.what)")
      return heard
    }
  }
}

private func bytesOf<Value: BitwiseCopyable>(_ value: Value) -> [UInt8] { bytes(of: value) }

extension SpeechFacts {
  /// As much of a sound as an utterance may have.
  func cut(_ sound: DrawnSound) -> DrawnSound {
    DrawnSound(rate: sound.rate, samples: Array(sound.samples.prefix(longest)), what: sound.what)
  }
}

extension DrawnSound {
  /// The sound in pieces of so many frames.
  func pieces(of frames: Int) -> [DrawnSound] {
    stride(from: 0, to: samples.count, by: frames).map { start in
      DrawnSound(
        rate: rate, samples: Array(samples[start..<min(start + frames, samples.count)]), what: what)
    }
  }
}

extension GuardedMemory {
  /// As borrowed bytes; null where there are none.
  var view: imp_bytes {
    bytes.isEmpty ? imp_bytes() : imp_bytes(data: pointer(as: UInt8.self), length: bytes.count)
  }
}

extension imp_speech_bundle: ListedStruct {}
extension imp_speech_pronunciation: SizedStruct {}
extension imp_speech_recognizer_options: SizedStruct {}
extension imp_speech_event: SizedStruct {}
extension imp_speech_word: SizedStruct {}
extension imp_speech_hearing: SizedStruct {}
