// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

/// Forms, and what a search is made of.
extension MatcherSearchChecks {
  static let listsForms = check(
    "lists-its-forms",
    "Forms are listed whole or not at all, 1 to 16, each in its range and once, of a format that it compares, "
      + "the same each time.",
    rules: ["R-01", "R-20", "R-21"]
  ) { _, plugin, _ in
    let list = try Probe.forms(plugin)
    try list.expectWholeOrNothing()
    let forms = try list.whole()
    try expect(
      (1...16).contains(forms.count), "it lists \(forms.count) forms; 1 to 16 are expected.",
      place: list.call)
    let compared = try MatcherProbe.formats(plugin).whole().map { try MatcherProbe.name(of: $0) }
    let names = try forms.map { try Probe.name(of: $0) }
    for (name, form) in zip(names, forms) {
      if let wrong = try problem(of: form, named: name, compared) {
        throw CheckFailure("of the form \(name.debugDescription) it says \(wrong).", place: list.call)
      }
    }
    try expect(Set(names).count == names.count, "two forms have the same name: \(names).", place: list.call)
    let said = try forms.map(facts)
    for when in ["right after the first time", "after a search was made and destroyed"] {
      try expect(
        try list.whole().map(facts) == said,
        "\(when) it says other things of its forms than before, which are to stay as they are until close.",
        place: list.call)
      _ = try Probe(plugin)
    }
  }

  /// What is wrong with a form; `nil` where nothing is.
  private static func problem(
    of form: imp_search_form, named name: String, _ compared: [String]
  ) throws -> String? {
    if TemplateFormat(algorithm: name, version: 1) == nil {
      return "a name that is not 1 to 63 of a-z, 0-9, . and -"
    }
    let format = try Probe.format(of: form)
    if !compared.contains(format) {
      return "the format \(format.debugDescription), which it does not compare"
    }
    if !(16...65_536).contains(form.entry_bytes) || !form.entry_bytes.isMultiple(of: 16) {
      return "entry_bytes \(form.entry_bytes); a multiple of 16 from 16 to 65536 is expected"
    }
    if form.exact > 1 { return "exact \(form.exact); 0 or 1 is expected" }
    return form.reserved == 0 ? nil : "\(form.reserved) in a reserved field (R-21)"
  }

  /// All that is said of a form. What stands behind a name's end does not count.
  private static func facts(of form: imp_search_form) throws -> String {
    "\(try Probe.name(of: form)) of \(try Probe.format(of: form)): \(form.entry_bytes), \(form.exact)"
  }

  static let refusesOptions = check(
    "refuses-options", "Options out of their range are refused, and no search is made.", rules: ["R-22"]
  ) { probe, _ in
    let name = probe.name
    let listed = try Probe.forms(probe.plugin).whole().map { try Probe.name(of: $0) }
    func refused(_ form: [UInt8], threads: UInt32 = 1, _ wanted: [imp_status], _ words: String) throws {
      try expectRefused(probe, words, wanted) {
        try Probe.create(probe.plugin, form: form, threads: threads, block: probe.block.raw)
      }
    }
    try refused(Array(name.utf8), threads: 0, [IMP_E_ARGUMENT], "threads 0 (from 1)")
    let others = [
      "no.such-form", name + "x", String(name.dropLast()), name.uppercased(),
      try Probe.format(of: probe.form), String(repeating: "x", count: 5000),
    ]
    for other in others where !other.isEmpty && !listed.contains(other) {
      let words = "the form \(other.prefix(80).debugDescription), which it does not list,"
      try refused(Array(other.utf8), [IMP_E_UNSUPPORTED], words)
    }
    // No names at all.
    let garbage: [(words: String, form: [UInt8])] = [
      ("a form's name of no bytes", []), ("a form's name with a null byte", Array(name.utf8) + [0]),
      ("a form's name that is no UTF-8", [0xFF, 0xFE, 0x80]),
    ]
    for (words, form) in garbage { try refused(form, [IMP_E_UNSUPPORTED, IMP_E_ARGUMENT], words) }
  }

  /// Fails unless create refuses, and leaves the place for the search as it is.
  private static func expectRefused(
    _ probe: Probe, _ words: String, _ wanted: [imp_status], _ create: () throws -> Probe.Creation
  ) throws {
    probe.note("create: for \(words)")
    let creation = try create()
    if let made = creation.object { probe.table.destroy(made) }
    try expect(creation.answer, isOneOf: wanted, Probe.place("create"), "for \(words)")
    try expect(
      creation.isUntouched, "it refused \(words) and changed *search all the same (R-22).",
      place: Probe.place("create"))
  }

  static let refusesWrongSizes = check(
    "refuses-wrong-sizes", "A struct whose size field is wrong is refused before it is looked at.",
    rules: ["R-20"]
  ) { probe, _ in
    try Probe.forms(probe.plugin).expectSizesLookedAt()
    let stock = try probe.matcher.stock(1)
    for change in [-8, 8] {
      func wrong(_ size: UInt32) -> UInt32 { UInt32(Int(size) + change) }
      func refused(_ function: String, _ name: String, _ answer: CallAnswer) throws {
        try expect(
          answer, isOneOf: [IMP_E_ABI], Probe.place(function),
          "for an \(name) whose size field is not its size (R-20)")
      }
      var block = probe.block.raw
      block.size = wrong(block.size)
      let form = Array(probe.name.utf8)
      let creations = [
        try Probe.create(probe.plugin, form: form, block: probe.block.raw) { $0.size = wrong($0.size) },
        try Probe.create(probe.plugin, form: form, block: block),
      ]
      for (name, creation) in zip(["imp_search_options", "imp_search_block"], creations) {
        if let made = creation.object { probe.table.destroy(made) }
        try refused("create", name, creation.answer)
      }
      var gallery = try probe.matcher.gallery(stock.templates)
      gallery.size = wrong(gallery.size)
      try refused("prepare", "imp_gallery", try probe.prepare(gallery).answer)
      let template = stock.templates[0]
      let query = try probe.search(template) { query, _ in query.size = wrong(query.size) }
      try refused("search", "imp_search_query", query.answer)
      let result = try probe.search(template) { _, result in result.size = wrong(result.size) }
      try refused("search", "imp_search_result", result.answer)
    }
  }

  /// Blocks of more memory than this are not tried.
  private static let mostBytes = 1 << 30

  static let refusesBlocks = check(
    "refuses-blocks", "A block whose parts do not lie in its memory is refused, and no search is made.",
    rules: ["R-22"]
  ) { probe, _ in
    func refused(_ block: LentBlock, _ words: String, _ change: (inout imp_search_block) -> Void) throws {
      var wrong = block.raw
      change(&wrong)
      try expectRefused(probe, "a block with \(words)", [IMP_E_ARGUMENT]) {
        try Probe.create(probe.plugin, form: Array(probe.name.utf8), block: wrong)
      }
    }
    let (entryBytes, isolation) = (probe.block.entryBytes, probe.plugin.isolation)
    let parts: [(LentBlock.Part, String, WritableKeyPath<imp_search_block, UInt64>)] = [
      (.entries, "entries", \.entries), (.groups, "groups", \.groups), (.living, "living bits", \.living),
    ]
    for (part, name, start) in parts {
      // The part ends with the memory.
      let block = try LentBlock(capacity: 512, entryBytes: entryBytes, isolation, last: part)
      try refused(block, "\(name) that end 64 bytes behind its memory") { $0[keyPath: start] += 64 }
      try refused(block, "\(name) that begin at 2^40") { $0[keyPath: start] = 1 << 40 }
      try refused(block, "\(name) that begin at 2^64 - 64") { $0[keyPath: start] = .max - 63 }
      try refused(block, "\(name) at no multiple of 64") { $0[keyPath: start] -= 16 }
    }
    let block = try LentBlock(capacity: 512, entryBytes: entryBytes, isolation)
    for capacity in [0, 1, 65, 500, 576, 1 << 20, 0x8000_0000, .max - 63, .max] as [UInt32] {
      try refused(block, "a capacity of \(capacity), where there is room for 512 entries") {
        $0.capacity = capacity
      }
    }
    try refused(block, "no memory") { $0.memory = imp_bytes() }
    try refused(block, "memory at no address") { $0.memory.data = nil }
    // A worker maps what it is lent, as long as it is, at its own addresses.
    if isolation == .inProcess {
      try refused(block, "memory that is a byte too short") { $0.memory.length -= 1 }
      try refused(block, "memory at no multiple of 4096") {
        $0.memory = imp_bytes(data: $0.memory.data.map { $0 + 64 }, length: $0.memory.length - 64)
        $0.capacity = 64
      }
    }
    let most = (1 << 20) + 64
    guard most * (entryBytes + 4) < mostBytes else { return }
    let large = try LentBlock(capacity: most, entryBytes: entryBytes, isolation)
    try refused(large, "a capacity of \(most), and room for as many,") { _ in }
  }
}
