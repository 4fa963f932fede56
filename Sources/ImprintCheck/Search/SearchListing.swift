// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

/// Forms, and the creation of a search.
extension MatcherSearchChecks {
  static func problem(
    of form: imp_search_form, named name: String, _ plugin: ProbePlugin
  ) throws -> String? {
    if TemplateFormat(algorithm: name, version: 1) == nil {
      return "a name that is not 1 to 63 of a-z, 0-9, . and -"
    }
    let format = try Probe.format(of: form)
    let compared = try MatcherProbe.list(plugin).whole().map { try MatcherProbe.name(of: $0) }
    if !compared.contains(format) {
      return "the format \(format.debugDescription), which it does not compare"
    }
    if !(16...65_536).contains(form.entry_bytes) || !form.entry_bytes.isMultiple(of: 16) {
      return "entry_bytes \(form.entry_bytes); a multiple of 16 from 16 to 65536 is expected"
    }
    return form.exact > 1 ? "exact \(form.exact); 0 or 1 is expected" : nil
  }

  static func facts(of form: imp_search_form) throws -> [UInt8] {
    bytes(of: form.entry_bytes) + bytes(of: form.exact) + Array(try Probe.name(of: form).utf8)
      + Array(try Probe.format(of: form).utf8)
  }

  static func wrongSizes(_ probe: Probe, by change: Int) throws -> [WrongSize] {
    func wrong(_ size: UInt32) -> UInt32 { UInt32(Int(size) + change) }
    let template = try probe.matcher.stock(1).templates[0]
    var (block, gallery) = (probe.block.raw, try probe.matcher.gallery([template]))
    block.size = wrong(block.size)
    gallery.size = wrong(gallery.size)
    let query = try probe.search(template) { query, _ in query.size = wrong(query.size) }
    let result = try probe.search(template) { _, result in result.size = wrong(result.size) }
    return [
      WrongSize(Probe.place("create"), "imp_search_block", try probe.create(of: block).ended().answer),
      WrongSize(Probe.place("prepare"), "imp_gallery", try probe.prepare(gallery).answer),
      WrongSize(Probe.place("search"), "imp_search_query", query.answer),
      WrongSize(Probe.place("search"), "imp_search_result", result.answer),
    ]
  }

  /// Blocks of more memory than this are not tried.
  private static let mostBytes = 1 << 30

  static let refusesBlocks = check(
    "refuses-blocks", "A block whose parts are outside its memory is refused, and no search is created.",
    rules: ["R-22"]
  ) { probe, _ in
    func refused(_ block: LentBlock, _ words: String, _ change: (inout imp_search_block) -> Void) throws {
      var wrong = block.raw
      change(&wrong)
      probe.note("create: for a block with \(words)")
      try probe.create(of: wrong).ended()
        .expectRefused([IMP_E_ARGUMENT], Probe.place("create"), "for a block with \(words)")
    }
    let (form, isolation) = (probe.form, probe.plugin.isolation)
    let parts: [(LentBlock.Part, String, WritableKeyPath<imp_search_block, UInt64>)] = [
      (.entries, "entries", \.entries), (.groups, "groups", \.groups), (.living, "living bits", \.living),
    ]
    for (part, name, start) in parts {
      // The part ends with the memory.
      let block = try LentBlock(capacity: 512, form, isolation, last: part)
      try refused(block, "\(name) that end 64 bytes beyond its memory") { $0[keyPath: start] += 64 }
      try refused(block, "\(name) that start at 2^40") { $0[keyPath: start] = 1 << 40 }
      try refused(block, "\(name) that start at 2^64 - 64") { $0[keyPath: start] = .max - 63 }
      try refused(block, "\(name) not aligned to 64") { $0[keyPath: start] -= 16 }
    }
    let block = try LentBlock(capacity: 512, form, isolation)
    for capacity in [0, 1, 65, 500, 576, 1 << 20, 0x8000_0000, .max - 63, .max] as [UInt32] {
      try refused(block, "a capacity of \(capacity), where the memory holds 512 entries") {
        $0.capacity = capacity
      }
    }
    try refused(block, "no memory") { $0.memory = imp_bytes() }
    try refused(block, "memory at a null address") { $0.memory.data = nil }
    // A worker maps borrowed memory in full length, at its own addresses.
    if isolation == .inProcess {
      try refused(block, "memory that is a byte too short") { $0.memory.length -= 1 }
      try refused(block, "memory not aligned to 4096") {
        $0.memory = imp_bytes(data: $0.memory.data.map { $0 + 64 }, length: $0.memory.length - 64)
        $0.capacity = 64
      }
    }
    let most = (1 << 20) + 64
    guard most * (probe.block.entryBytes + 4) < mostBytes else { return }
    let large = try LentBlock(capacity: most, form, isolation)
    try refused(large, "a capacity of \(most), and memory for as many,") { _ in }
  }
}
