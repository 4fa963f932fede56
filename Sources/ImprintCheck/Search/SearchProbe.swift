// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

/// One search of one form, called by its C table with guarded memory. Destroyed when released.
///
/// Made by one thread at a time; prepare and search may be called by any.
final class SearchProbe: @unchecked Sendable {
  // Sendable: only destroy() changes anything, which the check's own thread calls when no other one runs.
  let plugin: ProbePlugin
  let table: imp_matcher_search_ability
  let form: imp_search_form
  /// The form's.
  let name: String
  let note: (String) -> Void
  /// Of the form's format: what makes templates and compares them one by one.
  let matcher: MatcherProbe
  let block: LentBlock
  let object: OpaquePointer
  /// What create was lent: held, so that its addresses are not used again.
  private let lent: [GuardedMemory]
  private var isDestroyed = false

  /// - Parameters:
  ///   - form: `nil`: the first that is listed.
  ///   - note: Gets what is about to be called, so that a crash says in which call it was.
  init(
    _ plugin: ProbePlugin, _ form: imp_search_form? = nil, capacity: Int = 64, threads: UInt32 = 1,
    last: LentBlock.Part = .entries, note: @escaping (String) -> Void = { _ in }
  ) throws {
    self.plugin = plugin
    self.note = note
    table = try Self.table(plugin)
    guard let form = try form ?? Self.forms(plugin).whole().first else {
      throw CheckFailure("it lists no form; at least one is expected.", place: Self.place("forms"))
    }
    self.form = form
    name = try Self.name(of: form)
    let format = try Self.format(of: form)
    let compared = try MatcherProbe.formats(plugin).whole()
    guard let own = try compared.first(where: { try MatcherProbe.name(of: $0) == format }) else {
      throw CheckFailure("\(name) is of \(format), which it does not compare.", place: Self.place("forms"))
    }
    matcher = try MatcherProbe(plugin, own, note: note)
    // What else may be wrong with a form is for another check.
    try expect(
      (1...65_536).contains(form.entry_bytes), "it lists entries of \(form.entry_bytes) bytes.",
      place: Self.place("forms"))
    block = try LentBlock(
      capacity: capacity, entryBytes: Int(form.entry_bytes), plugin.isolation, last: last)
    let creation = try Self.create(plugin, form: Array(name.utf8), threads: threads, block: block.raw)
    try expectSuccess(creation.answer, Self.place("create"), "for \(name) and a block of \(capacity) entries")
    guard let made = creation.object else {
      throw CheckFailure("it answered success and gave no search.", place: Self.place("create"))
    }
    object = made
    lent = creation.lent
  }

  deinit { destroy() }

  /// Destroys it now. Once.
  func destroy() {
    guard !isDestroyed else { return }
    isDestroyed = true
    table.destroy(object)
  }

  /// Another one of the same form, with a block of its own.
  func again(capacity: Int = 64, last: LentBlock.Part = .entries) throws -> SearchProbe {
    let other = try SearchProbe(plugin, form, capacity: capacity, last: last, note: note)
    other.matcher.version = matcher.version
    return other
  }

  static func place(_ function: String) -> String { "matcher-search.\(function)" }

  static func table(_ plugin: ProbePlugin) throws -> imp_matcher_search_ability {
    try plugin.table(IMP_MATCHER_SEARCH_ID)
  }

  // MARK: Forms

  static func forms(_ plugin: ProbePlugin) throws -> LentList<imp_search_form> {
    let table = try table(plugin)
    return LentList(call: place("forms"), plugin: plugin) { table.forms(plugin.plugin, $0, $1) }
  }

  static func name(of form: imp_search_form) throws -> String {
    try FixedText.read(form.name, "a form's name", place: place("forms"))
  }

  static func format(of form: imp_search_form) throws -> String {
    try FixedText.read(form.format, "a form's format", place: place("forms"))
  }

  // MARK: Making one

  /// What one call of create gave.
  struct Creation {
    let answer: CallAnswer
    /// To be destroyed by who asked; `nil` where none was given.
    let object: OpaquePointer?
    /// Whether the place for the search was not written to.
    let isUntouched: Bool
    /// What it was lent.
    let lent: [GuardedMemory]
  }

  /// Calls create. Options, the form's name and the block's struct cannot be read any more when it has
  /// returned; the block's memory stays the caller's.
  static func create(
    _ plugin: ProbePlugin, form: [UInt8], threads: UInt32 = 1, block: imp_search_block,
    change: (inout imp_search_options) -> Void = { _ in }
  ) throws -> Creation {
    let table = try table(plugin)
    let name = try GuardedMemory(form)
    var wanted = options(form: name, threads: threads)
    change(&wanted)
    let lent = [try GuardedMemory(copyOf: wanted), name, try GuardedMemory(copyOf: block)]
    for memory in lent { memory.makeReadOnly() }
    let canary = OpaquePointer(bitPattern: 0x5A5A)
    var made = canary
    let status = table.create(plugin.plugin, lent[0].pointer(), lent[2].pointer(), &made)
    for memory in lent { memory.forbid() }
    return Creation(
      answer: CallAnswer(status, plugin.host), object: status == IMP_OK ? made : nil,
      isUntouched: made == canary, lent: lent)
  }

  static func options(form name: GuardedMemory, threads: UInt32 = 1) -> imp_search_options {
    imp_search_options(
      size: structSize(imp_search_options.self), threads: threads,
      form: imp_text(data: name.pointer(as: CChar.self), length: name.bytes.count))
  }
}

extension imp_search_form: SizedStruct {}
