// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

/// One search of one form.
///
/// Creation is serialized; prepare and search may be called from any thread.
final class SearchProbe: ListedProbe, @unchecked Sendable {
  // Sendable: only destroy() changes anything, which the check's own thread calls when no other one runs.
  let plugin: ProbePlugin
  let table: imp_matcher_search_ability
  let form: imp_search_form
  let name: String
  let note: (String) -> Void
  /// The form's format: makes templates, and compares them one by one.
  let matcher: MatcherProbe
  let block: LentBlock
  let calls: ObjectCalls<imp_search_options>
  let object: OpaquePointer
  private let lent: [GuardedMemory]
  private var isDestroyed = false

  init(
    _ plugin: ProbePlugin, _ form: imp_search_form, capacity: Int, threads: UInt32 = 1,
    last: LentBlock.Part = .entries, note: @escaping (String) -> Void
  ) throws {
    (self.plugin, self.form, self.note) = (plugin, form, note)
    table = try Self.table(plugin)
    name = try Self.name(of: form)
    let format = try Self.format(of: form)
    guard let matcher = try MatcherChecks.probe(plugin, named: format, note: note) else {
      throw CheckFailure("\(name) is of \(format), which it does not compare.", place: Self.place("forms"))
    }
    self.matcher = matcher
    block = try LentBlock(capacity: capacity, form, plugin.isolation, last: last)
    calls = try Self.calls(plugin, block)
    let creation = try Self.create(plugin, name, threads: threads, of: block.raw)
    object = try creation.made(Self.place("create"), "for \(name) and a block of \(capacity) entries")
    lent = creation.lent
  }

  convenience init(
    _ plugin: ProbePlugin, _ form: imp_search_form, threads: UInt32 = 1,
    note: @escaping (String) -> Void = { _ in }
  ) throws {
    try self.init(plugin, form, capacity: 64, threads: threads, note: note)
  }

  deinit { destroy() }

  /// Destroys it now. Once.
  func destroy() {
    guard !isDestroyed else { return }
    isDestroyed = true
    table.destroy(object)
  }

  /// Destroys it; its block is then inaccessible, for this object's lifetime.
  func giveBackBlock() {
    destroy()
    block.forbid()
    note("the block of a destroyed search is inaccessible")
  }

  /// Creates another one of the same form, with a block of its own.
  func again(capacity: Int = 64, last: LentBlock.Part = .entries) throws -> SearchProbe {
    let other = try SearchProbe(plugin, form, capacity: capacity, last: last, note: note)
    other.matcher.version = matcher.version
    return other
  }

  // MARK: Forms

  static let words = ListingWords(ability: "matcher-search", entry: "form", object: "search")

  private static func table(_ plugin: ProbePlugin) throws -> imp_matcher_search_ability {
    try plugin.table(IMP_MATCHER_SEARCH_ID)
  }

  static func list(_ plugin: ProbePlugin) throws -> LentList<imp_search_form> {
    let table = try table(plugin)
    return LentList(call: place("forms"), plugin: plugin) { table.forms(plugin.plugin, $0, $1) }
  }

  static func format(of form: imp_search_form) throws -> String {
    try FixedText.read(form.format, "a form's format", place: place("forms"))
  }

  /// A format's name is not a form's.
  var foreignNames: [String] { [matcher.name] }

  // MARK: Making one

  static func calls(
    _ plugin: ProbePlugin, _ form: imp_search_form
  ) throws -> ObjectCalls<imp_search_options> {
    try calls(plugin, LentBlock(capacity: 64, form, plugin.isolation))
  }

  private static func calls(
    _ plugin: ProbePlugin, _ block: LentBlock
  ) throws -> ObjectCalls<imp_search_options> {
    let header = try GuardedMemory(copyOf: block.raw)
    header.makeReadOnly()
    let table = try table(plugin)
    return ObjectCalls(
      plugin: plugin,
      create: { options, place in
        withExtendedLifetime(block) { table.create(plugin.plugin, options, header.pointer(), place) }
      }, destroy: { table.destroy($0) })
  }

  /// Calls create. The block's struct becomes inaccessible on return; the caller keeps owning its memory.
  private static func create(
    _ plugin: ProbePlugin, _ name: String, threads: UInt32, of block: imp_search_block
  ) throws -> Creation<Void> {
    let table = try table(plugin)
    let (text, header) = (try GuardedMemory(Array(name.utf8)), try GuardedMemory(copyOf: block))
    return try Creation(
      plugin, options(text.text, threads: threads), texts: [text, header], end: { table.destroy($0) }
    ) { table.create(plugin.plugin, $0, header.pointer(), $1) }
  }

  /// Calls create for a search of another block.
  func create(of block: imp_search_block) throws -> Creation<Void> {
    try Self.create(plugin, name, threads: 1, of: block)
  }

  static func options(_ name: imp_text, threads: UInt32) -> imp_search_options {
    imp_search_options(size: structSize(imp_search_options.self), threads: threads, form: name)
  }
}

extension imp_search_form: ListedStruct {}
