// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.matcher-search/1` asks of an author's plugin.
enum MatcherSearchTable {
  static func forms(_ opened: OpenedPlugin) throws(PluginFailure) -> [imp_search_form] {
    try listed(provided(opened.attached.matcherSearch).searchForms)
  }

  static func create(
    _ opened: OpenedPlugin, _ options: imp_search_options, _ block: imp_search_block
  ) throws(PluginFailure) -> ProvidedSearch {
    let plugin = try provided(opened.attached.matcherSearch)
    let asked = try chosen(options.form, among: plugin.searchForms, threads: options.threads)
    let block = try SearchBlock(block, asked.format)
    let searcher = try plugin.makeSearcher(SearchOptions(form: asked.format, threads: asked.threads))
    return ProvidedSearch(host: opened.host, searcher: searcher, form: asked.format, block: block)
  }
}

extension imp_search_form: FormatStruct {}

extension SearchForm: StatedFormat {
  var firstVersion: UInt32 { format.firstVersion }
  var templates: TemplateLength { format.templates }

  func checkOwn() throws(PluginFailure) {
    guard (16...65_536).contains(entryBytes), entryBytes.isMultiple(of: 16) else {
      throw misstated("has entries of \(entryBytes) bytes; a multiple of 16 up to 65536 is allowed.")
    }
  }

  func state(in raw: inout imp_search_form) throws(PluginFailure) {
    raw.entry_bytes = UInt32(entryBytes)
    raw.exact = isExact ? 1 : 0
    try copyWhole(format.name, to: &raw.format, "The name of a form's format")
  }
}

/// The memory that one search reads, once every part of it lies within.
struct SearchBlock {
  let capacity: Int
  private let entryBytes: Int
  private let entries: UnsafeRawPointer
  private let groups: UnsafePointer<UInt32>
  private let words: UnsafeRawPointer

  init(_ raw: imp_search_block, _ form: SearchForm) throws(PluginFailure) {
    let memory = try lentBytes(raw.memory, "The block")
    let capacity = Int(raw.capacity)
    guard (64...1_048_576).contains(capacity), capacity.isMultiple(of: 64) else {
      throw PluginFailure(.argument, "A block of \(capacity) entries; a multiple of 64 is allowed.")
    }
    guard let base = memory.baseAddress, Int(bitPattern: base).isMultiple(of: 4096) else {
      throw PluginFailure(.argument, "The block's memory does not begin at a multiple of 4096.")
    }
    func part(_ start: UInt64, _ bytes: Int, _ name: String) throws(PluginFailure) -> UnsafeRawPointer {
      guard let start = Int(exactly: start), start.isMultiple(of: 64), bytes <= memory.count,
        start <= memory.count - bytes
      else { throw PluginFailure(.argument, "The block's \(name) lie outside its \(memory.count) bytes.") }
      return base + start
    }
    entries = try part(raw.entries, capacity * form.entryBytes, "entries")
    groups = try part(raw.groups, capacity * 4, "groups").assumingMemoryBound(to: UInt32.self)
    words = try part(raw.living, capacity / 8, "living bits")
    self.capacity = capacity
    entryBytes = form.entryBytes
  }

  /// The bits of 64 entries, of which the first is a multiple of 64. Loaded once, before the entries are.
  func living(from first: Int) -> UInt64 { loadAcquiring(words + first / 8) }

  func entries(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: entries + range.lowerBound * entryBytes, count: range.count * entryBytes)
  }

  func group(_ entry: Int) -> UInt32 { groups[entry] }
}
