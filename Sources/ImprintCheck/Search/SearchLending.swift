// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The use of memory borrowed for a call, and for a search's lifetime.
extension MatcherSearchChecks {
  private static let call = "matcher-search.search"

  static let blockOnlyRead = check(
    "block-is-only-read", "A block is never written to.", rules: ["R-39"]
  ) { probe, random in
    let stock = try probe.matcher.stock(3)
    try fill(probe, stock)
    func use() throws {
      for template in stock.templates {
        _ = try answers(probe, template, stock.templates)
        _ = try probe.search(Array(template.dropLast()))
      }
      _ = try probe.create(of: probe.block.raw).ended()
    }
    probe.note("a writable block")
    probe.block.open()
    let before = probe.block.content
    try use()
    if let place = Difference.words(before, probe.block.content) {
      throw CheckFailure("it wrote to the block that it was lent: \(place) (R-39).", place: call)
    }
    probe.block.close()
    probe.note("a read-only block")
    try use()
    try stock.expectReal()
  }

  static let blockGivenBack = ConformanceCheck(
    group, "block-is-given-back",
    "Once a search is destroyed, its block is no longer read: not by other searches, and not by close.",
    rules: ["R-39"], deadline: .seconds(60), scope: scope
  ) { subject, _ in
    try each(subject) { probe in
      let stock = try probe.matcher.stock(3)
      // They are retained, so that their addresses are not reused.
      var ended: [Probe] = []
      for search in [probe, try probe.again(), try probe.again()] {
        try fill(search, stock)
        let expected = try answers(search, stock.templates[0], stock.templates)
        let next = try probe.again()
        try fill(next, stock)
        search.giveBackBlock()
        ended.append(search)
        try AbilityWork.same(
          expected, try answers(next, stock.templates[0], stock.templates), call,
          "another search was destroyed")
      }
      let plugin = try subject.open()
      let last = try Probe(plugin, probe.form, note: probe.note)
      last.matcher.version = probe.matcher.version
      try fill(last, stock)
      _ = try answers(last, stock.templates[0], stock.templates)
      last.giveBackBlock()
      plugin.close()
      withExtendedLifetime((ended, last)) {}
      try stock.expectReal()
    }
  }

  static let nothingKept = check(
    "nothing-is-kept", "No memory lent for a call is accessed after the call has returned.",
    rules: ["R-02"]
  ) { probe, _ in
    let stock = try probe.matcher.stock(3)
    let templates = stock.templates.filter { $0.count == stock.templates[0].count }
    try fill(probe, stock)
    // At distinct addresses, all at the same time. They are retained, so that the addresses are not reused,
    // and then protected, so that an access raises a signal.
    let own = try templates.map { try GuardedMemory($0) }
    let lent = try own.map { try Lent(probe, at: $0) }
    let expected = lent.map(\.answers)
    for memory in own { memory.forbid() }
    // The caller also owns the entries, and may keep, move or free them.
    for lent in lent { lent.forbid() }
    let place = try GuardedMemory(templates[0])
    for (index, template) in (templates + templates).enumerated() {
      probe.note("template \(index % templates.count), at the address of a previous one")
      place.bytes.copyBytes(from: template)
      let now = try Lent(probe, at: place).answers
      guard let difference = Difference.words(expected[index % templates.count], now) else { continue }
      throw CheckFailure(
        "a template at the address of a previous one got different answers than elsewhere: \(difference) "
          + "(R-02).",
        place: call)
    }
    withExtendedLifetime((own, lent)) {}
    try stock.expectReal()
  }

  /// The memory that prepare and search borrowed for a template at its address.
  private struct Lent {
    let made: PreparedRoom
    let found: FoundHits
    /// As bytes: the template's entry, and the most similar one.
    let answers: [UInt8]

    init(_ probe: Probe, at template: GuardedMemory) throws {
      let gallery = MatcherProbe.Gallery(
        data: template, offsets: [0, UInt64(template.bytes.count)], count: 1, version: probe.matcher.version)
      (made, found) = (try probe.prepare(gallery), try probe.search(template))
      answers = made.buffer.room.content + found.hits.flatMap { bytes(of: $0) }
    }

    func forbid() {
      made.forbid()
      found.forbid()
    }
  }
}
