// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

extension MemoryChecks {
  static let outputsInBounds = check(
    "outputs-stay-in-bounds", "What is written stays within what was lent, on both sides.", rules: ["R-01"],
    scope: .trial(\.outputs)
  ) { subject, plugin, _ in
    for outputs in try subject.trials(\.outputs) { try outputs(plugin) { subject.note($0) } }
  }

  static let dirtyRoom = check(
    "room-may-hold-anything", "What the lent room held before does not show in what comes back.",
    rules: ["R-14"],
    scope: MatcherChecks.scope
  ) { _, plugin, _ in
    let probe = try MatcherProbe(plugin)
    let lent = try LentPicture(.person(0))
    let clean = try probe.extract(lent, fill: 0)
    guard clean.answer.status == IMP_OK else { _ = try probe.template(of: .person(0)); return }
    for fill in [0xFF, 0xA5] as [UInt8] {
      let dirty = try probe.extract(lent, fill: fill)
      guard let place = Difference.words(clean.payload, dirty.payload) else { continue }
      throw CheckFailure(
        "room that was full of \(fill) gave another template than room that was full of 0: \(place) (R-14).",
        place: "matcher.extract")
    }
  }

  static let shortBuffer = check(
    "short-buffer-then-enough",
    "Room that is too short is left as it is, and the same call with more gives the same.",
    rules: ["R-01", "R-14", "R-22"], scope: MatcherChecks.scope
  ) { subject, plugin, _ in
    let probe = try MatcherProbe(plugin)
    let lent = try LentPicture(.person(0))
    _ = try probe.template(of: .person(1))
    let whole = try MatcherProbe(plugin).template(of: .person(0))
    for capacity in Set([0, 1, whole.count / 2, whole.count - 1]).sorted() where capacity < whole.count {
      let what = "for room of \(capacity) bytes and a template of \(whole.count)"
      subject.note("matcher.extract: \(what)")
      let short = try probe.extract(lent, capacity: capacity)
      try expect(short.answer, isOneOf: [IMP_RETRY_SHORT_BUFFER], "matcher.extract", what)
      try expect(
        short.length == whole.count,
        "\(what) it says that it needs \(short.length == MatcherProbe.Extraction.unset ? "nothing" : "\(short.length) bytes") "
          + "(R-01).", place: "matcher.extract")
      try expect(
        short.room.allSatisfy { $0 == MatcherProbe.canary },
        "\(what) it wrote into the room; nothing is to be written (R-01).", place: "matcher.extract")
      let again = try probe.extract(lent, capacity: short.length)
      try expectSuccess(again.answer, "matcher.extract", "for the room that it had asked for")
      if let place = Difference.words(whole, again.payload) {
        throw CheckFailure(
          "after room that was too short the same image gave another template: \(place) (R-01).",
          place: "matcher.extract")
      }
    }
  }

  static let outputsUntouched = check(
    "failure-leaves-outputs", "A call that fails leaves what it was lent as it was.",
    rules: ["R-17", "R-22"],
    scope: MatcherChecks.scope
  ) { subject, plugin, _ in
    let probe = try MatcherProbe(plugin)
    let template = try probe.template(of: .person(0))
    let wrong = try probe.extract(LentPicture(.person(0)) { $0.pixels.length -= 1 })
    try expect(
      wrong.answer.status != IMP_OK && wrong.room.allSatisfy { $0 == MatcherProbe.canary }
        && wrong.length == MatcherProbe.Extraction.unset && wrong.extraction.reserved == 0xC7C7_C7C7,
      "for an image that is a byte short it answered \(wrong.answer.words), and wrote into template or extraction "
        + "(R-22).", place: "matcher.extract")
    for (probeBytes, reference) in [([], template), (template, []), (Array(template.dropLast()), template)] {
      let (answer, similarity) = try probe.compare(probeBytes, reference)
      if answer.status == IMP_OK { continue }
      try expect(
        similarity.bitPattern == MatcherProbe.unsetSimilarity.bitPattern,
        "it answered \(answer.words) and wrote \(similarity) as the similarity all the same (R-17, R-22).",
        place: "matcher.compare")
    }
  }
}
