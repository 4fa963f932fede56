// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Fusing several templates of one person into one.
extension MatcherChecks {
  private static let call = "matcher.fuse"
  /// The formats whose templates it fuses.
  private static let fused = SomeEntries<imp_matcher_format>("it fuses templates of no format.") {
    $0.fuses_version > 0
  }
  /// The maximum number of templates fused at once.
  private static let most = 64

  static let fusesNone = check(
    "refuses-to-fuse-as-listed",
    "For a format without fusion, fuse returns IMP_E_UNSUPPORTED.", rules: ["R-22"],
    of: SomeEntries("it fuses templates of all of its formats.") { $0.fuses_version == 0 }
  ) { probe, _ in
    let made = try probe.fuse(probe.gallery(probe.stock(1).templates))
    try expect(made.answer, isOneOf: [IMP_E_UNSUPPORTED], call, "for a format that is not fused")
  }

  static let fusesGalleries = check(
    "fuse-refuses-shapes",
    "No template, more than 64, and a gallery with inconsistent counts, lengths and offsets are refused.",
    rules: ["R-22"], of: fused
  ) { probe, _ in
    let stock = try probe.stock(2)
    var wrongs = try wrongShapes(probe, stock.templates)
    for withOffsets in [nil, true] as [Bool?] {
      for count in [0, most + 1, 10 * most] {
        let templates = [[UInt8]](repeating: stock.templates[0], count: count)
        wrongs.append(("\(count) templates", try probe.gallery(templates, withOffsets: withOffsets)))
      }
    }
    for wrong in wrongs {
      probe.note("fuse: a gallery with \(wrong.words)")
      let made = try probe.fuse(wrong.gallery)
      try expect(made.answer, isOneOf: [IMP_E_ARGUMENT], call, "for a gallery with \(wrong.words)")
    }
  }

  static let fusionInRange = check(
    "fusion-in-range",
    "1 to 64 templates of one person are fused; length, version, count and quality are in range.",
    of: fused
  ) { probe, _ in
    let one = try probe.templates(1)[0]
    for count in [1, 2, most] {
      try expectInRange(try probe.fused([[UInt8]](repeating: one, count: count)), of: count, probe)
    }
    let several = try probe.templatesOfOne()
    let made = try probe.fuse(probe.gallery(several))
    try expect(
      made.answer, isOneOf: [IMP_OK, IMP_E_TEMPLATES_DISAGREE], call,
      "for \(several.count) templates of one person")
    if made.answer.status == IMP_OK { try expectInRange(made, of: several.count, probe) }
  }

  private static func expectInRange(
    _ made: FilledRoom<imp_fusion>, of count: Int, _ probe: Probe
  ) throws {
    let (said, format, what) = (made.said, probe.format, "from \(count) templates it made one")
    let fixed = Int(format.template_bytes_fixed)
    try expect(
      fixed == 0 ? (1...Int(format.template_bytes_max)).contains(made.length) : made.length == fixed,
      "\(what) of \(made.length) bytes; \(format.bytes) were listed.", place: call)
    try expect(
      said.size == structSize(imp_fusion.self), "it changed the fusion's size field to \(said.size) (R-20).",
      place: call)
    try expect(
      said.version == format.fuses_version,
      "\(what) of version \(said.version); fuses_version is \(format.fuses_version).", place: call)
    try expect(
      said.count >= 1 && said.count <= count, "\(what), but reports that it is of \(said.count).", place: call
    )
    try expect(
      said.quality.isFinite && said.quality <= 100,
      "\(what) of quality \(said.quality); 0...100 or negative is expected.", place: call)
  }

  static let comparesFused = check(
    "compares-what-it-fused", "A fused template can be compared, searched for and fused like any other.",
    rules: ["R-16", "R-18"], of: fused
  ) { probe, _ in
    let one = try probe.templates(1)[0]
    for count in [1, 3] {
      let made = try probe.fused([[UInt8]](repeating: one, count: count)).payload
      let version = probe.format.fuses_version
      let words = "for a template fused from \(count), and one of those"
      let (answer, similarity) = try probe.compare(made, one, versions: (version, probe.version))
      try expectSuccess(answer, "matcher.compare", words)
      try expectInRange(similarity, probe.format, words)
      let found = try probe.search(one, probe.gallery([made], version: version))
      try expectSuccess(found.answer, "matcher.compare_many", words)
      let other = try probe.compare(one, made, versions: (probe.version, version)).similarity
      try expect(
        found.similarities[0].bitPattern == other.bitPattern,
        "\(words) compare_many gives \(found.similarities[0]), and compare \(other) (R-18).",
        place: "matcher.compare_many")
      let again = try probe.fuse(probe.gallery([made, made], version: version))
      try expectSuccess(again.answer, call, "for the fused template, twice,")
    }
  }

  static let anyOrder = check(
    "fuses-in-any-order", "The same templates, in any order, give the same fused template.",
    rules: ["R-14", "R-38"], of: fused
  ) { probe, random in
    // It may refuse templates of several people: then in any order.
    let people = try probe.templates(4)
    for templates in [try probe.templatesOfOne(), people, people + people.prefix(2)] {
      let first = try probe.fuse(probe.gallery(templates))
      let what = "for \(templates.count) templates in another order"
      try expect(
        first.answer, isOneOf: [IMP_OK, IMP_E_TEMPLATES_DISAGREE], call, "for \(templates.count) templates")
      let other = try probe.again()
      for order in [templates.reversed()] + (0..<8).map({ _ in templates.shuffled(using: &random) }) {
        for object in [probe, other] {
          let again = try object.fuse(probe.gallery(order))
          try expect(
            again.answer.status == first.answer.status,
            "\(what) it returned \(again.answer.words), but \(first.answer.words) before (R-38).", place: call
          )
          guard again.answer.status == IMP_OK else { continue }
          if let place = Difference.words(first.payload, again.payload) {
            throw CheckFailure("\(what) it made a different template: \(place) (R-38).", place: call)
          }
          let (said, before) = (again.said, first.said)
          try expect(
            said.count == before.count && said.quality.bitPattern == before.quality.bitPattern,
            "\(what) it reports \(said.count) with quality \(said.quality), but \(before.count) with quality "
              + "\(before.quality) before (R-38).", place: call)
        }
      }
    }
  }

  static let shortBuffer = check(
    "short-buffer-then-enough",
    "A buffer that is too short is left untouched; the same call with a longer one gives the same template.",
    rules: ["R-01", "R-14", "R-22"], of: fused
  ) { probe, _ in
    let templates = try probe.templates(2)
    let whole = try probe.fused([templates[0]]).payload
    _ = try probe.fused([templates[1]])
    let gallery = try probe.gallery([templates[0]])
    try probe.expectShortThenEnough("fuse", whole) { try probe.fuse(gallery, $0) }
  }

  static let dirtyRoom = check(
    "room-may-hold-anything", "The output does not depend on what the output buffer held before.",
    rules: ["R-01", "R-14"], of: fused
  ) { probe, _ in
    let gallery = try probe.gallery(probe.templates(1))
    try probe.expectAnyFilling("fuse") { try probe.fuse(gallery, $0) }
  }
}
