// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Preparing templates as entries.
extension MatcherSearchChecks {
  private static let call = "matcher-search.prepare"

  static let sameEntries = check(
    "same-template-same-entry",
    "A template's entry is the same each time, on each search, beside others and in any buffer.",
    rules: ["R-14"]
  ) { probe, random in
    let templates = try probe.matcher.templates(4)
    let alone = try templates.map { try probe.entries([$0])[0] }
    let other = try probe.again(capacity: 128)
    for (object, whose) in [(probe, "the same search"), (other, "another search")] {
      for filling in [0, 0xFF, 0xA5] as [UInt8] {
        for withOffsets in [nil, true] as [Bool?] {
          let order = (0..<7).map { _ in Int.random(in: 0..<4, using: &random) }
          let gallery = try probe.matcher.gallery(order.map { templates[$0] }, withOffsets: withOffsets)
          let what = "of 7 templates on \(whose), in a buffer filled with \(filling),"
          probe.note("prepare: \(what)")
          let made = try object.prepare(gallery, LentRoom(filling: filling))
          try expectSuccess(made.answer, call, what)
          for (place, template) in order.enumerated() {
            guard let difference = Difference.words(alone[template], made.entry(place)) else { continue }
            throw CheckFailure(
              "\(what) entry \(place) differs from that of the template alone: \(difference) (R-14).",
              place: call)
          }
        }
      }
    }
  }

  static let sameAfterRestart = sameAfterRestart(
    "Entries and hits are the same in another process.", call
  ) { subject, made in
    try each(subject) { probe in
      let stock = try probe.matcher.stock(3)
      try fill(probe, stock)
      for template in stock.templates { made += try answers(probe, template, stock.templates) }
      try stock.expectReal()
    }
  }

  static let shortBuffer = check(
    "short-buffer-then-enough",
    "If the buffer is too short it returns the required size and writes nothing; the same call with a "
      + "larger one succeeds.",
    rules: ["R-01"]
  ) { probe, _ in
    let stock = try probe.matcher.stock(3)
    let gallery = try probe.matcher.gallery(stock.templates)
    let whole = try probe.prepare(gallery)
    try expectSuccess(whole.answer, call, "for a buffer of \(whole.length) bytes")
    try ShortRoom.expectThenEnough(call, whole.buffer.content, of: "3 entries", note: probe.note) {
      try probe.prepare(gallery, $0)
    }
    try stock.expectReal()
  }

  static let preparesShapes = check(
    "prepare-refuses-shapes",
    "0 to 1,024 templates are prepared; more, and a gallery with inconsistent counts, lengths and offsets, "
      + "are "
      + "refused, and nothing is written.",
    rules: ["R-17", "R-22"]
  ) { probe, _ in
    let most = Int(IMP_SEARCH_PREPARED_MAXIMUM)
    let stock = try probe.matcher.stock(2)
    var wrongs = try MatcherChecks.wrongShapes(probe.matcher, stock.templates)
    for withOffsets in [nil, true] as [Bool?] {
      func gallery(_ count: Int) throws -> MatcherProbe.Gallery {
        try probe.matcher.gallery(
          [[UInt8]](repeating: stock.templates[0], count: count), withOffsets: withOffsets)
      }
      for count in [0, most] {
        probe.note("prepare: \(count) templates")
        try expectSuccess(try probe.prepare(gallery(count)).answer, call, "for \(count) templates")
      }
      wrongs.append(("\(most + 1) templates", try gallery(most + 1)))
    }
    for wrong in wrongs {
      let what = "for a gallery with \(wrong.words)"
      probe.note("prepare: \(what)")
      try probe.prepare(wrong.gallery).expectRefused([IMP_E_ARGUMENT], call, what)
    }
    try stock.expectReal()
  }

  static let marksDamaged = check(
    "prepare-marks-the-damaged",
    "A malformed template gets its status and an entry of zeros; the others get their entries.",
    rules: ["R-17", "R-19"]
  ) { probe, random in
    let templates = try probe.matcher.templates(3)
    let expected = try probe.entries(templates)
    for kind in unreadable(templates[0], probe, &random) {
      for place in [0, 1, 3] {
        var gallery = templates
        gallery.insert(kind.bytes, at: place)
        let what = "for a gallery whose template \(place) is one \(kind.words)"
        probe.note("prepare: \(what)")
        let made = try probe.prepare(probe.matcher.gallery(gallery))
        try expectSuccess(made.answer, call, what)
        try expectZero(made, place, MatcherChecks.templateFailures, what)
        for other in gallery.indices where other != place {
          try expect(
            made.statuses[other] == IMP_OK,
            "\(what) it returned \(StatusName.of(made.statuses[other])) for the valid template \(other) "
              + "(R-19).",
            place: call)
          let sound = expected[other > place ? other - 1 : other]
          guard let difference = Difference.words(sound, made.entry(other)) else { continue }
          throw CheckFailure(
            "\(what) the entry of the valid template \(other) differs: \(difference) (R-19).", place: call)
        }
      }
    }
    let newer = probe.matcher.format.reads_version_max &+ 1
    let what = "for a gallery of version \(newer), which it does not read,"
    let made = try probe.prepare(probe.matcher.gallery(templates, version: newer))
    try expectSuccess(made.answer, call, what)
    for place in templates.indices { try expectZero(made, place, [IMP_E_TEMPLATE_VERSION], what) }
  }

  /// Fails unless an entry is zero, with a status that says why.
  private static func expectZero(
    _ made: PreparedRoom, _ place: Int, _ wanted: [imp_status], _ what: String
  ) throws {
    try expect(
      wanted.contains(made.statuses[place]),
      "\(what) it returned \(StatusName.of(made.statuses[place])) for it; expected: "
        + wanted.map(StatusName.of).joined(separator: " or ") + " (R-19).", place: call)
    try expect(
      made.entry(place).allSatisfy { $0 == 0 }, "\(what) its entry is not zero (R-19).", place: call)
  }

  /// Invalid templates of the format.
  static func unreadable(
    _ template: [UInt8], _ probe: Probe, _ random: inout CheckRandom
  ) -> [(words: String, bytes: [UInt8])] {
    var all = MatcherChecks.foreign(to: template, &random)
    for length in Set([0, 1, template.count / 2, template.count - 1]).sorted() {
      all.append(("cut to \(length) of \(template.count) bytes", Array(template[..<length])))
    }
    if probe.matcher.format.template_bytes_fixed > 0 {
      all.append(("with a trailing byte", template + [0]))
    }
    return all
  }
}
