// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Sound as a call lends it: samples and description, each in read-only memory before a forbidden page.
///
/// Writing to any of it, or reading one byte behind it, ends the process.
final class LentSound {
  private let samples: GuardedMemory
  private let header: GuardedMemory

  /// - Parameters:
  ///   - offset: Bytes from a multiple of 64 at which the samples start, with a forbidden page before them if
  ///     0; `nil`: they end at the forbidden page behind them.
  ///   - change: What is to be wrong about the description.
  convenience init(
    _ sound: DrawnSound, offset: Int? = nil, change: (inout imp_sound) -> Void = { _ in }
  ) throws {
    let bytes = sound.samples.withUnsafeBytes { Array($0) }
    if let offset {
      let memory = try GuardedMemory([UInt8](repeating: 0, count: offset) + bytes, side: .start)
      try self.init(memory, from: offset, rate: sound.rate, change: change)
    } else {
      try self.init(GuardedMemory(bytes), from: 0, rate: sound.rate, change: change)
    }
  }

  /// Silence, as much of it as one likes: memory that nobody reads takes no room.
  convenience init(silence frames: Int, rate: Int) throws {
    try self.init(GuardedMemory(count: frames * 4), from: 0, rate: rate) { _ in }
  }

  private init(
    _ memory: GuardedMemory, from offset: Int, rate: Int, change: (inout imp_sound) -> Void
  ) throws {
    samples = memory
    let start = memory.bytes.baseAddress.map { UnsafeRawPointer($0 + offset) }
    var sound = imp_sound(
      size: structSize(imp_sound.self), format: UInt32(IMP_AUDIO_FLOAT32), rate: UInt32(rate), channels: 1,
      samples: imp_bytes(
        data: start?.assumingMemoryBound(to: UInt8.self), length: memory.bytes.count - offset))
    change(&sound)
    header = try GuardedMemory(copyOf: sound)
    for memory in [samples, header] { memory.makeReadOnly() }
  }

  var sound: UnsafePointer<imp_sound> { header.pointer() }

  /// Lends other sound of the same length at the same addresses.
  func replace(by sound: DrawnSound) {
    samples.makeWritable()
    sound.samples.withUnsafeBytes { samples.bytes.copyMemory(from: $0) }
    samples.makeReadOnly()
  }

  /// From now on reading any of it ends the process, for as long as this lives.
  func forbid() {
    for memory in [samples, header] { memory.forbid() }
  }
}

/// One voice extractor, called by its C table with guarded memory. Destroyed when released. One thread at a
/// time.
final class VoiceProbe: @unchecked Sendable {
  // Sendable: nothing changes after init; a check calls it from one thread at a time.
  let plugin: ProbePlugin
  let table: imp_voice_extractor_ability
  /// What it makes, and of what.
  let format: imp_voice_format
  let note: (String) -> Void
  private let extractor: OpaquePointer
  /// What create was lent: held, so that its addresses are not used again.
  private let lent: [GuardedMemory]

  /// - Parameters:
  ///   - format: `nil`: the first that it lists.
  ///   - note: Gets what is about to be called, so that a crash says in which call it was.
  init(
    _ plugin: ProbePlugin, _ format: imp_voice_format? = nil, threads: UInt32 = 1,
    note: @escaping (String) -> Void = { _ in }
  ) throws {
    self.plugin = plugin
    self.note = note
    table = try plugin.table(IMP_VOICE_EXTRACTOR_ID, as: imp_voice_extractor_ability.self)
    guard let format = try format ?? Self.formats(plugin).whole().first else {
      throw CheckFailure("it lists no format; at least one is expected.", place: "voice-extractor.formats")
    }
    self.format = format
    let name = try Self.name(of: format)
    // No sound could be made for it. What else may be wrong with a format is for another check.
    try expect(
      (8000...48_000).contains(format.rate) && (1...600_000).contains(format.shortest_ms),
      "the format \(name) takes sound from \(format.shortest_ms) ms on, at \(format.rate) frames a second.",
      place: "voice-extractor.formats")
    let creation = try Self.create(plugin, format: Array(name.utf8), threads: threads)
    try expectSuccess(creation.answer, "voice-extractor.create", "for \(name) and \(threads) threads")
    guard let made = creation.extractor else {
      throw CheckFailure("it answered success and gave no extractor.", place: "voice-extractor.create")
    }
    extractor = made
    lent = creation.lent
  }

  deinit { table.destroy(extractor) }

  // MARK: Making one

  static func formats(_ plugin: ProbePlugin) throws -> LentList<imp_voice_format> {
    let table = try plugin.table(IMP_VOICE_EXTRACTOR_ID, as: imp_voice_extractor_ability.self)
    return LentList(call: "voice-extractor.formats", plugin: plugin) {
      table.formats(plugin.plugin, $0, $1)
    }
  }

  static func name(of format: imp_voice_format) throws -> String {
    try FixedText.read(format.name, "a format's name", place: "voice-extractor.formats")
  }

  /// What one call of create gave.
  struct Creation {
    let answer: CallAnswer
    /// To be destroyed by who asked; `nil` where none was given.
    let extractor: OpaquePointer?
    /// Whether the place for the extractor was not written to.
    let isUntouched: Bool
    /// What it was lent.
    let lent: [GuardedMemory]
  }

  /// Calls create. Options and the format's name cannot be read any more when it has returned.
  static func create(
    _ plugin: ProbePlugin, format: [UInt8], threads: UInt32 = 1,
    change: (inout imp_voice_extractor_options) -> Void = { _ in }
  ) throws -> Creation {
    let table = try plugin.table(IMP_VOICE_EXTRACTOR_ID, as: imp_voice_extractor_ability.self)
    let name = try GuardedMemory(format)
    var wanted = options(format: name, threads: threads)
    change(&wanted)
    let lent = [try GuardedMemory(copyOf: wanted), name]
    for memory in lent { memory.makeReadOnly() }
    let canary = OpaquePointer(bitPattern: 0x5A5A)
    var made = canary
    let status = table.create(plugin.plugin, lent[0].pointer(), &made)
    for memory in lent { memory.forbid() }
    return Creation(
      answer: CallAnswer(status, plugin.host), extractor: status == IMP_OK ? made : nil,
      isUntouched: made == canary, lent: lent)
  }

  static func options(format name: GuardedMemory, threads: UInt32 = 1) -> imp_voice_extractor_options {
    imp_voice_extractor_options(
      size: structSize(imp_voice_extractor_options.self), threads: threads,
      format: imp_text(data: name.pointer(as: CChar.self), length: name.bytes.count))
  }

  // MARK: Sound for it

  /// Frames of the shortest sound that it takes.
  var shortest: Int { (Int(format.shortest_ms) * Int(format.rate) + 999) / 1000 }
  /// Frames of the longest.
  var longest: Int { max(shortest, Int(format.longest_ms) * Int(format.rate) / 1000) }

  /// As many frames, or as near to it as it takes.
  func frames(milliseconds: Int) -> Int {
    min(max(shortest, milliseconds * Int(format.rate) / 1000), longest)
  }

  /// What a made-up person says, as its format has it.
  func voice(_ person: Int, milliseconds: Int = 3000) -> DrawnSound {
    .person(person, rate: Int(format.rate), frames: frames(milliseconds: milliseconds))
  }

  // MARK: Extracting

  /// What one call of extract said, but for the template.
  struct Said {
    let answer: CallAnswer
    /// Of the buffer, after the call.
    let length: Int
    let extraction: imp_extraction
    /// Whether every byte of it is as it was.
    let isExtractionUntouched: Bool
  }

  /// What came out of one extraction; what was not touched is as it was lent.
  struct Extraction {
    let said: Said
    /// The lent room, all of it.
    let room: [UInt8]
    /// What `length` said before the call, in case it was left.
    static let unset = 0x7EEE_EEEE
    /// Whether room and extraction are as they were.
    let isUntouched: Bool

    var answer: CallAnswer { said.answer }
    var length: Int { said.length }
    /// The template; only with success.
    var payload: [UInt8] { Array(room.prefix(length)) }
  }

  /// What outputs hold before a call.
  static let canary: UInt8 = 0xC7

  /// Makes a template, and copies nothing of it.
  /// - Parameter room: Where the template goes, all of it.
  func extract(
    _ lent: LentSound, into room: GuardedMemory, side: GuardedMemory.Side = .end,
    changeExtraction: (inout imp_extraction) -> Void = { _ in }
  ) throws -> Said {
    let result = try GuardedMemory(copyOf: Self.emptyExtraction(changeExtraction), side: side)
    let before = result.content
    let buffer = try GuardedMemory(
      copyOf: imp_buffer(
        data: room.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), capacity: room.bytes.count,
        length: Extraction.unset), side: side)
    let status = table.extract(extractor, lent.sound, buffer.mutablePointer(), result.mutablePointer())
    let answer = CallAnswer(status, plugin.host)
    let length = buffer.pointer(as: imp_buffer.self).pointee.length
    if status == IMP_OK, !(0...room.bytes.count).contains(length) {
      throw CheckFailure(
        "it answered success, and a length of \(UInt(bitPattern: length)) bytes for a buffer of "
          + "\(room.bytes.count) (R-01).", place: "voice-extractor.extract")
    }
    return Said(
      answer: answer, length: length, extraction: result.pointer(as: imp_extraction.self).pointee,
      isExtractionUntouched: result.content == before)
  }

  /// Makes a template.
  /// - Parameters:
  ///   - capacity: Bytes to lend; `nil`: as many as `template_bytes_max` says.
  ///   - fill: What the room holds before.
  ///   - side: Where the room touches a forbidden page.
  func extract(
    _ lent: LentSound, capacity: Int? = nil, fill: UInt8 = VoiceProbe.canary,
    side: GuardedMemory.Side = .end, changeExtraction: (inout imp_extraction) -> Void = { _ in }
  ) throws -> Extraction {
    let count = capacity ?? Int(format.template_bytes_max)
    let room = try GuardedMemory([UInt8](repeating: fill, count: count), side: side)
    let said = try extract(lent, into: room, side: side, changeExtraction: changeExtraction)
    return Extraction(
      said: said, room: room.content, isUntouched: said.isExtractionUntouched && room.isFull(of: fill))
  }

  func extract(_ sound: DrawnSound) throws -> Extraction {
    let lent = try LentSound(sound)
    defer { withExtendedLifetime(lent) {} }
    return try extract(lent)
  }

  /// The template of a voice that it must be able to hear.
  /// - Throws: ``CheckSkip`` where made-up voices do not do for it.
  func template(of lent: LentSound, _ words: String) throws -> [UInt8] {
    let extraction = try extract(lent)
    if extraction.answer.status == IMP_E_QUALITY {
      throw CheckSkip(
        "it makes no template of a made-up voice: \(extraction.answer.words). There is nothing to look at.")
    }
    try expectSuccess(extraction.answer, "voice-extractor.extract", "for \(words)")
    return extraction.payload
  }

  func template(of sound: DrawnSound) throws -> [UInt8] {
    let lent = try LentSound(sound)
    defer { withExtendedLifetime(lent) {} }
    return try template(of: lent, sound.words)
  }

  private static func emptyExtraction(_ change: (inout imp_extraction) -> Void) -> imp_extraction {
    var extraction = imp_extraction()
    withUnsafeMutableBytes(of: &extraction) { _ = $0.initializeMemory(as: UInt8.self, repeating: canary) }
    extraction.size = structSize(imp_extraction.self)
    change(&extraction)
    return extraction
  }
}
