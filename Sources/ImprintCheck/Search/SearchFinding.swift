// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The hits of a search.
extension MatcherSearchChecks {
  private static let call = "matcher-search.search"
  private static let people = 6

  static let equalsCompare = check(
    "equals-compare",
    "For an exact form, similarities are exactly those of compare, wherever entries are placed.",
    rules: ["R-18"], of: SomeEntries("none of its forms is exact.") { $0.exact == 1 }
  ) { probe, random in
    let templates = try probe.matcher.templates(people)
    let order = Array(0..<people) + (people..<70).map { _ in Int.random(in: 0..<people, using: &random) }
    let search = try probe.again(capacity: 128)
    try search.fill(order.map { templates[$0] })
    for one in templates.indices {
      let expected = try templates.map { try probe.matcher.similarity(templates[one], $0) }
      // As many as a vector loop handles, and a remainder.
      for used in Array(1...20) + [63, 64, 65, 70] {
        let hits = try search.hits(templates[one], used: used, room: 128, "for template \(one)")
        let missing = Set(0..<UInt32(used)).subtracting(hits.map(\.entry)).min()
        try expect(
          missing == nil, "of \(used) living entries it does not find entry \(missing ?? 0) (R-40).",
          place: call)
        for hit in hits where hit.entry < used {
          let similarity = expected[order[Int(hit.entry)]]
          try expect(
            hit.similarity.bitPattern == similarity.bitPattern,
            "of \(used) entries, entry \(hit.entry) has similarity \(hit.similarity) in a search, but "
              + "compare gives "
              + "\(similarity) for the same two (R-18).", place: call)
        }
      }
    }
  }

  static let findsItself = check(
    "finds-itself",
    "Among entries of different templates, the one that was prepared from the probe ranks first.",
    rules: ["R-43"]
  ) { probe, random in
    let templates = try probe.matcher.templates(people)
    let search = try probe.again()
    for _ in 0..<4 {
      let order = Array(templates.indices).shuffled(using: &random)
      let groups = order.map { UInt32(1000 + $0) }
      try search.fill(order.map { templates[$0] }) { groups[$0] }
      for (entry, one) in order.enumerated() {
        let hits = try search.hits(templates[one], "for one of its own templates")
        let words = hits.first.map { "entry \($0.entry) of group \($0.group), similarity \($0.similarity)" }
        let own =
          hits.first { $0.entry == entry }.map { "found with similarity \($0.similarity)" } ?? "not found"
        try expect(
          hits.first.map { $0.entry == entry && $0.group == groups[entry] } ?? false,
          "for the template that entry \(entry) was prepared from, rank 1 is \(words ?? "none"); that "
            + "entry, of group "
            + "\(groups[entry]), is \(own) (R-43).", place: call)
      }
    }
  }

  /// The similarity of each entry, by position, where all are live and each is a group of its own.
  private static func similarities(
    _ probe: Probe, _ template: [UInt8], of count: Int
  ) throws -> [Float] {
    let hits = try probe.hits(template, used: count, room: 1024, "for one of its own templates")
    var found: [UInt32: Float] = [:]
    for hit in hits {
      try expect(
        hit.similarity.isFinite,
        "an entry has similarity \(hit.similarity); a finite number is expected.", place: call)
      found[hit.entry] = hit.similarity
    }
    return try (0..<UInt32(count)).map { entry in
      guard let similarity = found[entry] else {
        throw CheckFailure("it does not find the living entry \(entry) of \(count) (R-40).", place: call)
      }
      return similarity
    }
  }

  static let bestOfGroups = check(
    "best-of-each-group",
    "It finds the best entry of each group, by decreasing similarity and then by increasing entry, as many "
      + "as the "
      + "result holds.", rules: ["R-21", "R-40"]
  ) { probe, random in
    let templates = try probe.matcher.templates(people)
    let count = 192
    let order = (0..<count).map { _ in Int.random(in: 0..<people, using: &random) }
    let search = try probe.again(capacity: count)
    let entries = try search.entries(order.map { templates[$0] })
    search.block.fill(entries)
    let alike = try templates.map { try similarities(search, $0, of: count) }
    for most in [1, 2, 7, 40, 1000] as [UInt32] {
      let groups = (0..<count).map { _ in UInt32.max / most * UInt32.random(in: 0..<most, using: &random) }
      search.block.fill(entries) { groups[$0] }
      for room in [1, 2, 5, count, Int(IMP_SEARCH_HITS_MAXIMUM)] {
        let one = Int.random(in: 0..<people, using: &random)
        let what = "of \(count) entries in \(Set(groups).count) groups, with a result of \(room) hits,"
        probe.note("search: \(what)")
        let hits = try search.hits(templates[one], room: room, what)
        let best = best(alike[one], groups).prefix(room)
        for (place, pair) in zip(hits, best).enumerated() {
          let (hit, entry) = pair
          try expect(
            hit.entry == entry && hit.group == groups[entry]
              && hit.similarity.bitPattern == alike[one][entry].bitPattern,
            "\(what) rank \(place) has entry \(hit.entry) of group \(hit.group), similarity "
              + "\(hit.similarity); entry "
              + "\(entry) of group \(groups[entry]), similarity \(alike[one][entry]), is expected (R-40).",
            place: call)
          try expect(hit.reserved == 0, "a hit has \(hit.reserved) in a reserved field (R-21).", place: call)
        }
        try expect(
          hits.count == best.count, "\(what) it finds \(hits.count) hits; \(best.count) are expected (R-40).",
          place: call)
      }
    }
  }

  /// The best entry of each group, in the order of hits.
  private static func best(_ alike: [Float], _ groups: [UInt32]) -> [Int] {
    let order = alike.indices.sorted { (alike[$1], $0) < (alike[$0], $1) }
    var seen: Set<UInt32> = []
    return order.filter { seen.insert(groups[$0]).inserted }
  }

  static let livingAlone = check(
    "finds-the-living-alone",
    "Entries whose living bit is clear, and those from `used` on, are never found, whatever their contents.",
    rules: ["R-39", "R-40"]
  ) { probe, random in
    let templates = try probe.matcher.templates(people)
    let entries = try probe.entries(templates)
    let count = 512
    for last in LentBlock.Part.allCases {
      let search = try probe.again(capacity: count, last: last)
      search.block.fill((0..<count).map { entries[$0 % people] })
      for used in [0, 1, 63, 64, 65, 200, count, count] {
        let living = (0..<count).map { _ in Bool.random(using: &random) }
        search.block.live { living[$0] }
        // A dead entry may hold anything: a half-written one, or its former content.
        let isWaste = Bool.random(using: &random)
        for entry in 0..<count where !living[entry] {
          search.block.waste(
            entry, isWaste ? random.bytes(search.block.entryBytes) : entries[entry % people],
            group: UInt32.random(in: 0..<600, using: &random))
        }
        let what = "where \(used) of \(count) entries are used, and half of them are living,"
        probe.note("search: \(what) the \(last) last in the block")
        let hits = try search.hits(templates[0], used: used, room: 1024, what)
        let found = Set(hits.map { Int($0.entry) })
        for entry in found where entry >= used || !living[entry] {
          throw CheckFailure(
            "\(what) it finds entry \(entry), which \(entry >= used ? "is not used" : "is not living") "
              + "(R-40).",
            place: call)
        }
        let missing = (0..<used).first { living[$0] && !found.contains($0) }
        try expect(
          missing == nil, "\(what) it does not find the living entry \(missing ?? 0) (R-40).", place: call)
        for entry in 0..<count where !living[entry] {
          search.block.waste(entry, entries[entry % people], group: UInt32(entry))
        }
      }
    }
  }

  static let keepsToLeast = check(
    "keeps-to-least",
    "A search returns every entry whose similarity reaches the threshold, and none below it."
  ) { probe, _ in
    let templates = try probe.matcher.templates(people)
    try probe.fill(templates)
    let alike = try similarities(probe, templates[0], of: people)
    let bounds =
      alike.flatMap { [$0, $0.nextUp, $0.nextDown] }
      + [-.infinity, -.greatestFiniteMagnitude, .greatestFiniteMagnitude, .infinity]
    for least in bounds {
      let what = "for a threshold of \(least)"
      let found = Set(try probe.hits(templates[0], least: least, what).map { Int($0.entry) })
      for entry in 0..<people where found.contains(entry) != (alike[entry] >= least) {
        throw CheckFailure(
          "\(what) it \(found.contains(entry) ? "finds" : "does not find") entry \(entry), whose "
            + "similarity is \(alike[entry]).", place: call)
      }
    }
  }
}
