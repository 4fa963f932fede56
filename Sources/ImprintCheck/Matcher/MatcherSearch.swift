// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension MatcherChecks {
  static let searchEqualsCompare = check(
    "search-equals-compare",
    "compare_many (1:N) gives exactly the similarities of compare (1:1), in the gallery's order.",
    rules: ["R-18"]
  ) { probe, random in
    let templates = try probe.templates(5)
    // Adjacent and separated duplicates, any order, a gallery of one.
    var galleries = [[0], [3], [0, 0, 1, 1], [4, 3, 2, 1, 0], [2, 0, 2, 4, 2]]
    galleries.append((0..<40).map { _ in Int.random(in: 0..<5, using: &random) })
    for gallery in galleries {
      let expected = try gallery.map { try probe.similarity(templates[1], templates[$0]) }
      for withOffsets in [nil, true] as [Bool?] {
        let layout = withOffsets == true ? "with offsets" : "in the default layout"
        let what = "for a gallery of \(gallery.count) templates, \(layout),"
        probe.note("compare_many: \(what)")
        let (answer, found) = try probe.search(
          templates[1], probe.gallery(gallery.map { templates[$0] }, withOffsets: withOffsets))
        try expectSuccess(answer, "matcher.compare_many", what)
        for (place, pair) in zip(found, expected).enumerated() where pair.0.bitPattern != pair.1.bitPattern {
          throw CheckFailure(
            "\(what) it gives \(pair.0) at index \(place), but compare gives \(pair.1) for the same two "
              + "(R-18).",
            place: "matcher.compare_many")
        }
      }
    }
  }

  static let searchEmpty = check(
    "search-of-nobody", "Searching an empty gallery succeeds.", rules: ["R-19"]
  ) { probe, _ in
    let template = try probe.templates(1)[0]
    for withOffsets in [nil, true] as [Bool?] {
      let (answer, _) = try probe.search(template, probe.gallery([], withOffsets: withOffsets))
      try expectSuccess(answer, "matcher.compare_many", "for an empty gallery")
    }
  }

  static let searchDamaged = check(
    "search-marks-the-damaged",
    "A malformed template in the gallery gets NaN; the others get their similarity.",
    rules: ["R-17", "R-19"]
  ) { probe, random in
    let templates = try probe.templates(3)
    let damaged = [UInt8](repeating: 0, count: templates[0].count)
    let cases: [(words: String, bytes: [UInt8], withOffsets: Bool?)] = [
      ("of zeros", damaged, nil), ("of zeros, with offsets,", damaged, true),
      ("of 0 bytes", [], true), ("cut by a byte", Array(templates[2].dropLast()), true),
    ]
    for kind in cases {
      for place in [0, 1, 3] {
        var gallery = [templates[0], templates[1], templates[2]]
        gallery.insert(kind.bytes, at: place)
        let what = "for a gallery whose template \(place) is one \(kind.words)"
        probe.note("compare_many: \(what)")
        let (answer, found) = try probe.search(
          templates[1], probe.gallery(gallery, withOffsets: kind.withOffsets))
        try expectSuccess(answer, "matcher.compare_many", what)
        try expect(
          found[place].isNaN && found[place].bitPattern != Probe.unset.bitPattern,
          "\(what) it gave \(found[place].bitPattern == Probe.unset.bitPattern ? "nothing" : "\(found[place])") "
            + "there; NaN is expected (R-19).", place: "matcher.compare_many")
        for other in gallery.indices where other != place {
          let expected = try probe.similarity(templates[1], gallery[other])
          try expect(
            found[other].bitPattern == expected.bitPattern,
            "\(what) it gave \(found[other]) for the valid template \(other); compare gives \(expected) "
              + "(R-19).",
            place: "matcher.compare_many")
        }
      }
    }
    let probeBytes = [UInt8](repeating: 0, count: templates[0].count)
    let (answer, found) = try probe.search(probeBytes, probe.gallery(templates))
    try expect(answer, isOneOf: templateFailures, "matcher.compare_many", "for a probe of zeros")
    try expect(
      found.allSatisfy { $0.bitPattern == Probe.unset.bitPattern },
      "it refused the probe but wrote similarities (R-17).", place: "matcher.compare_many")
  }

  static let searchShapes = check(
    "search-refuses-shapes", "A gallery with inconsistent counts, lengths and offsets is refused, unread.",
    rules: ["R-22"]
  ) { probe, _ in
    let stock = try probe.stock(2)
    // An invalid probe may be refused as such.
    let wanted = [IMP_E_ARGUMENT] + (stock.reason == nil ? [] : templateFailures)
    for wrong in try wrongShapes(probe, stock.templates) {
      let what = "for a gallery with \(wrong.words)"
      probe.note("compare_many: \(what)")
      let (answer, found) = try probe.search(stock.templates[0], wrong.gallery)
      try expect(answer, isOneOf: wanted, "matcher.compare_many", what)
      try expect(
        found.allSatisfy { $0.bitPattern == Probe.unset.bitPattern },
        "\(what) it wrote similarities all the same (R-22).", place: "matcher.compare_many")
    }
    try stock.expectReal()
  }

  /// Galleries of two templates with inconsistent counts, lengths and offsets.
  static func wrongShapes(
    _ probe: Probe, _ templates: [[UInt8]]
  ) throws -> [(words: String, gallery: Probe.Gallery)] {
    let length = UInt64(templates[0].count)
    let whole = try probe.gallery(templates, withOffsets: true)
    var wrongs: [(words: String, gallery: Probe.Gallery)] = []
    func add(_ words: String, _ change: (inout Probe.Gallery) -> Void) {
      var gallery = whole
      change(&gallery)
      wrongs.append((words, gallery))
    }
    add("offsets beyond its data") { $0.offsets = [0, 2 * length, 3 * length] }
    add("offsets far beyond its data") { $0.offsets = [0, 1 << 40, (1 << 40) + length] }
    add("decreasing offsets") { $0.offsets = [length, 0, length] }
    add("an offset of 2^64 - 1") { $0.offsets = [0, .max, 2 * length] }
    if probe.format.template_bytes_fixed > 0 {
      add("one template more than its data") { ($0.offsets, $0.count) = (nil, 3) }
      add("a count of 2^60") { ($0.offsets, $0.count) = (nil, 1 << 60) }
      var short = try probe.gallery([Array(templates.flatMap { $0 }.dropLast())])
      (short.offsets, short.count) = (nil, 2)
      wrongs.append(("a byte less than its templates need", short))
    } else {
      add("no offsets, though lengths differ") { $0.offsets = nil }
    }
    return wrongs
  }
}
