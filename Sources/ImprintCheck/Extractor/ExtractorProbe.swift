// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One extractor of one format, called by its C table with guarded memory. Destroyed when released.
/// One thread at a time.
final class ExtractorProbe<Contract: ExtractorContract>: @unchecked Sendable {
  // Sendable: nothing changes after init; a check calls it from one thread at a time.
  typealias Sample = Contract.Sample
  typealias Lent = Contract.Lent

  let plugin: ProbePlugin
  let table: Contract.Table
  /// What it makes, and of what.
  let format: Contract.Format
  let note: (String) -> Void
  private let extractor: OpaquePointer
  /// What create was lent: held, so that its addresses are not used again.
  private let lent: [GuardedMemory]

  /// - Parameters:
  ///   - format: `nil`: the first that it lists.
  ///   - note: Gets what is about to be called, so that a crash says in which call it was.
  init(
    _ plugin: ProbePlugin, _ format: Contract.Format? = nil, threads: UInt32 = 1,
    note: @escaping (String) -> Void = { _ in }
  ) throws {
    self.plugin = plugin
    self.note = note
    table = try plugin.table(Contract.id, as: Contract.Table.self)
    guard let format = try format ?? Self.formats(plugin).whole().first else {
      throw CheckFailure("it lists no format; at least one is expected.", place: Self.place("formats"))
    }
    self.format = format
    let name = try Self.name(of: format)
    // No sample could be made for it. What else may be wrong with a format is for another check.
    try Contract.expectDrawable(format)
    let creation = try Self.create(plugin, format: Array(name.utf8), threads: threads)
    try expectSuccess(creation.answer, Self.place("create"), "for \(name) and \(threads) threads")
    guard let made = creation.extractor else {
      throw CheckFailure("it answered success and gave no extractor.", place: Self.place("create"))
    }
    extractor = made
    lent = creation.lent
  }

  deinit { Contract.destroy(table, extractor) }

  /// A function of it, as failures name it: `voice-extractor.extract`.
  static func place(_ function: String) -> String { "\(Contract.name).\(function)" }
  static var call: String { place("extract") }

  /// Another one of the same format.
  func again() throws -> ExtractorProbe { try ExtractorProbe(plugin, format, note: note) }

  func sample(_ person: Int) -> Sample { Contract.sample(person, for: format) }

  // MARK: Making one

  static func formats(_ plugin: ProbePlugin) throws -> LentList<Contract.Format> {
    let table = try plugin.table(Contract.id, as: Contract.Table.self)
    return LentList(call: place("formats"), plugin: plugin) {
      Contract.formats(table, plugin.plugin, $0, $1)
    }
  }

  static func name(of format: Contract.Format) throws -> String {
    try FixedText.read(format.name, "a format's name", place: place("formats"))
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
    change: (inout Contract.Options) -> Void = { _ in }
  ) throws -> Creation {
    let table = try plugin.table(Contract.id, as: Contract.Table.self)
    let name = try GuardedMemory(format)
    var wanted = options(format: name, threads: threads)
    change(&wanted)
    let lent = [try GuardedMemory(copyOf: wanted), name]
    for memory in lent { memory.makeReadOnly() }
    let canary = OpaquePointer(bitPattern: 0x5A5A)
    var made = canary
    let status = Contract.create(table, plugin.plugin, lent[0].pointer(), &made)
    for memory in lent { memory.forbid() }
    return Creation(
      answer: CallAnswer(status, plugin.host), extractor: status == IMP_OK ? made : nil,
      isUntouched: made == canary, lent: lent)
  }

  /// Ends what ``create(_:format:threads:change:)`` gave.
  static func destroy(_ creation: Creation, _ plugin: ProbePlugin) throws {
    guard let made = creation.extractor else { return }
    Contract.destroy(try plugin.table(Contract.id, as: Contract.Table.self), made)
  }

  static func options(format name: GuardedMemory, threads: UInt32 = 1) -> Contract.Options {
    Contract.options(
      threads: threads, format: imp_text(data: name.pointer(as: CChar.self), length: name.bytes.count))
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
    static var unset: Int { 0x7EEE_EEEE }
    /// Whether room and extraction are as they were.
    let isUntouched: Bool

    var answer: CallAnswer { said.answer }
    var length: Int { said.length }
    /// The template; only with success.
    var payload: [UInt8] { Array(room.prefix(length)) }
  }

  /// What outputs hold before a call.
  static var canary: UInt8 { 0xC7 }

  /// Makes a template, and copies nothing of it.
  /// - Parameter room: Where the template goes, all of it.
  func extract(
    _ lent: Lent, into room: GuardedMemory, side: GuardedMemory.Side = .end,
    changeExtraction: (inout imp_extraction) -> Void = { _ in }
  ) throws -> Said {
    let result = try GuardedMemory(copyOf: Self.emptyExtraction(changeExtraction), side: side)
    let before = result.content
    let buffer = try GuardedMemory(
      copyOf: imp_buffer(
        data: room.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), capacity: room.bytes.count,
        length: Extraction.unset), side: side)
    let status = Contract.extract(table, extractor, lent, buffer.mutablePointer(), result.mutablePointer())
    let answer = CallAnswer(status, plugin.host)
    let length = buffer.pointer(as: imp_buffer.self).pointee.length
    if status == IMP_OK, !(0...room.bytes.count).contains(length) {
      throw CheckFailure(
        "it answered success, and a length of \(UInt(bitPattern: length)) bytes for a buffer of "
          + "\(room.bytes.count) (R-01).", place: Self.call)
    }
    return Said(
      answer: answer, length: length, extraction: result.pointer(as: imp_extraction.self).pointee,
      isExtractionUntouched: result.content == before)
  }

  /// Makes a template.
  /// - Parameters:
  ///   - capacity: Bytes to lend; `nil`: as many as `template_bytes_max` says.
  ///   - fill: What the room holds before; `nil`: ``canary``.
  ///   - side: Where the room touches a forbidden page.
  func extract(
    _ lent: Lent, capacity: Int? = nil, fill: UInt8? = nil, side: GuardedMemory.Side = .end,
    changeExtraction: (inout imp_extraction) -> Void = { _ in }
  ) throws -> Extraction {
    let (count, fill) = (capacity ?? Int(format.template_bytes_max), fill ?? Self.canary)
    let room = try GuardedMemory([UInt8](repeating: fill, count: count), side: side)
    let said = try extract(lent, into: room, side: side, changeExtraction: changeExtraction)
    return Extraction(
      said: said, room: room.content, isUntouched: said.isExtractionUntouched && room.isFull(of: fill))
  }

  func extract(_ sample: Sample) throws -> Extraction {
    let lent = try Lent(sample)
    defer { withExtendedLifetime(lent) {} }
    return try extract(lent)
  }

  /// The template of a sample that it must be able to use.
  /// - Throws: ``CheckSkip`` where drawn samples do not do for it.
  func template(of lent: Lent, _ words: String) throws -> [UInt8] {
    let extraction = try extract(lent)
    if Contract.refusals.contains(extraction.answer.status) {
      throw CheckSkip(
        "it makes no template of a drawn \(Contract.words.subject): \(extraction.answer.words). "
          + "There is nothing to look at.")
    }
    try expectSuccess(extraction.answer, Self.call, "for \(words)")
    return extraction.payload
  }

  func template(of sample: Sample) throws -> [UInt8] {
    let lent = try Lent(sample)
    defer { withExtendedLifetime(lent) {} }
    return try template(of: lent, sample.words)
  }

  private static func emptyExtraction(_ change: (inout imp_extraction) -> Void) -> imp_extraction {
    var extraction = imp_extraction()
    withUnsafeMutableBytes(of: &extraction) { _ = $0.initializeMemory(as: UInt8.self, repeating: canary) }
    extraction.size = structSize(imp_extraction.self)
    change(&extraction)
    return extraction
  }
}
