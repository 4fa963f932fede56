// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Inputs that a search refuses.
extension MatcherSearchChecks {
  private static let call = "matcher-search.search"
  private static let most = Int(IMP_SEARCH_HITS_MAXIMUM)

  static let refusesQueries = check(
    "refuses-queries", "A query or a result out of range is refused, and nothing is written.",
    rules: ["R-17", "R-22"]
  ) { probe, _ in
    let stock = try probe.matcher.stock(2)
    try fill(probe, stock)
    // An invalid template may be refused as such.
    let wanted = [IMP_E_ARGUMENT] + (stock.reason == nil ? [] : MatcherChecks.templateFailures)
    func refused(
      _ words: String, room: Int = 8,
      _ change: (inout imp_search_query, inout imp_search_result) -> Void
    ) throws {
      probe.note("search: \(words)")
      try probe.search(stock.templates[0], room: room, change: change)
        .expectRefused(wanted, call, "for \(words)")
    }
    try refused("a threshold of NaN") { query, _ in query.least = .nan }
    for used in [65, 1 << 20, .max] as [UInt32] {
      try refused("\(used) used entries, where the block holds 64,") { query, _ in query.used = used }
    }
    try refused("a capacity of 0 hits") { _, result in result.capacity = 0 }
    try refused("a capacity of \(most + 1) hits", room: most + 1) { _, _ in }
    try refused("a capacity of 2^32 - 1 hits", room: most + 1) { _, result in result.capacity = .max }
    try stock.expectReal()
  }

  static let refusesProbes = check(
    "refuses-probes", "A malformed probe is refused, and the result is unchanged.",
    rules: ["R-17"]
  ) { probe, random in
    let stock = try probe.matcher.stock(2)
    let template = stock.templates[0]
    try fill(probe, stock)
    func refused(
      _ bytes: [UInt8], version: UInt32? = nil, _ words: String, _ wanted: [imp_status]
    ) throws {
      let what = "for a probe \(words)"
      probe.note("search: \(what)")
      try probe.search(bytes, version: version).expectRefused(wanted, call, what)
    }
    for kind in unreadable(template, probe, &random) {
      let more = kind.bytes.isEmpty ? [IMP_E_ARGUMENT] : []
      try refused(kind.bytes, kind.words, MatcherChecks.templateFailures + more)
    }
    let wanted = stock.reason == nil ? [IMP_E_TEMPLATE_VERSION] : MatcherChecks.templateFailures
    for version in probe.matcher.unreadVersions {
      try refused(template, version: version, "of version \(version), which it does not read,", wanted)
    }
    try refused(template, version: 0, "of version 0", wanted + [IMP_E_ARGUMENT])
    try stock.expectReal()
  }

  /// The number of templates mutated.
  private static let mutations = 10_000

  static let mutatedTemplates = check(
    "survives-mutated-templates",
    "10,000 mutated templates are prepared, searched for or refused; none crashes the process.",
    rules: ["R-17", "R-19"]
  ) { probe, random in
    let stock = try probe.matcher.stock(2)
    let templates = stock.templates
    try fill(probe, stock)
    let sound = try probe.prepare(probe.matcher.gallery([templates[0]]))
    for round in 0..<mutations {
      let bytes = MatcherChecks.mutated(templates[round % 2], &random)
      let what = "for template \(round) of the mutated ones (\(bytes.count) bytes)"
      if round % 2 == 0 {
        let found = try probe.search(bytes)
        try expect(
          found.answer, isOneOf: [IMP_OK, IMP_E_ARGUMENT] + MatcherChecks.templateFailures, call, what)
        try expectFinite(found, what)
        continue
      }
      let made = try probe.prepare(probe.matcher.gallery([templates[0], bytes]))
      try expectSuccess(made.answer, "matcher-search.prepare", what)
      try expect(
        made.statuses[0] == sound.statuses[0] && made.entry(0) == sound.entry(0),
        "\(what) the entry of the template beside it differs (R-19).", place: "matcher-search.prepare")
      let status = made.statuses[1]
      try expect(
        ([IMP_OK] + MatcherChecks.templateFailures).contains(status),
        "\(what) it returned \(StatusName.of(status)).", place: "matcher-search.prepare")
      guard status == IMP_OK, stock.reason == nil else { continue }
      probe.block.set(2, to: made.entry(1), group: 2)
      try expectFinite(try probe.search(templates[0], used: 3), what)
      probe.block.clear(2)
    }
    try stock.expectReal()
  }

  private static func expectFinite(_ found: FoundHits, _ what: String) throws {
    for hit in found.hits where !hit.similarity.isFinite {
      throw CheckFailure(
        "\(what) entry \(hit.entry) has similarity \(hit.similarity); a finite number is expected.",
        place: call)
    }
  }
}
