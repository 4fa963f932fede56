// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// What it does with the memory that it is lent.
extension ExtractorCheckGroup {
  /// Room of exactly what is needed, with a forbidden page before it and behind it.
  static func writesInBounds(_ probe: Probe, _ note: (String) -> Void) throws {
    let lent = try Contract.Lent(probe.sample(0))
    for side in [GuardedMemory.Side.end, .start] {
      note("\(call): room of template_bytes_max, a forbidden page at its \(side)")
      let extraction = try probe.extract(lent, side: side)
      guard extraction.answer.status == IMP_OK else { continue }
      // The least room that will do.
      note("\(call): room of exactly \(extraction.length) bytes")
      let exact = try probe.extract(lent, capacity: extraction.length, side: side)
      try expectSuccess(
        exact.answer, call, "for room of \(extraction.length) bytes, which its template has (R-01)")
    }
  }

  static var shortBuffer: ConformanceCheck {
    check(
      "short-buffer-then-enough",
      "Room that is too short is left as it is, and the same call with more gives the same.",
      rules: ["R-01", "R-14", "R-22"]
    ) { probe, _ in
      let sample = probe.sample(0)
      let lent = try Contract.Lent(sample)
      let whole = try probe.again().template(of: sample)
      _ = try probe.template(of: probe.sample(1))
      for capacity in Set([0, 1, whole.count / 2, whole.count - 1]).sorted() where capacity < whole.count {
        let what = "for room of \(capacity) bytes and a template of \(whole.count)"
        probe.note("extract: \(what)")
        let short = try probe.extract(lent, capacity: capacity)
        try expect(short.answer, isOneOf: [IMP_RETRY_SHORT_BUFFER], call, what)
        let needed = short.length == Probe.Extraction.unset ? "nothing" : "\(short.length) bytes"
        try expect(
          short.length == whole.count, "\(what) it says that it needs \(needed) (R-01).", place: call)
        try expect(
          short.isUntouched,
          "\(what) it wrote into the room or the extraction; nothing is to be written (R-01).", place: call)
        let again = try probe.extract(lent, capacity: short.length)
        try expectSuccess(again.answer, call, "for the room that it had asked for")
        if let place = Difference.words(whole, again.payload) {
          throw CheckFailure(
            "after room that was too short the same \(sampleWord) gave another template: \(place) (R-01).",
            place: call)
        }
      }
    }
  }

  static var dirtyRoom: ConformanceCheck {
    check(
      "room-may-hold-anything", "What the lent room held before does not show in what comes back.",
      rules: ["R-01", "R-14"]
    ) { probe, _ in
      let sample = probe.sample(0)
      let lent = try Contract.Lent(sample)
      _ = try probe.template(of: lent, sample.words)
      let clean = try probe.extract(lent, fill: 0)
      for fill in [0xFF, 0xA5] as [UInt8] {
        let dirty = try probe.extract(lent, fill: fill)
        if let place = Difference.words(clean.payload, dirty.payload) {
          throw CheckFailure(
            "room full of \(fill) gave another template than room full of 0: \(place) (R-14).", place: call)
        }
        try expect(
          dirty.room[dirty.length...].allSatisfy { $0 == fill },
          "it wrote behind the \(dirty.length) bytes that it says it wrote (R-01).", place: call)
      }
    }
  }

  static var outputsUntouched: ConformanceCheck {
    check(
      "failure-leaves-outputs", "A call that fails leaves what it was lent as it was.", rules: ["R-22"]
    ) { probe, random in
      var failing = try Contract.others(for: probe.format).map { (words: $0.words, lent: $0.lent) }
      failing.append(("a wrong size field", try Contract.Lent(probe.sample(0), sizedWrong: 8)))
      failing += try Contract.samplesOfNobody(for: probe.format, &random).map { ($0.words, try .init($0)) }
      for sample in failing {
        probe.note("extract: for \(sample.words)")
        let extraction = try probe.extract(sample.lent)
        if extraction.answer.status == IMP_OK { continue }
        try expect(
          extraction.isUntouched && extraction.length == Probe.Extraction.unset,
          "for \(sample.words) it answered \(extraction.answer.words), and wrote into template or extraction "
            + "(R-22).", place: call)
      }
    }
  }

  static var nothingKept: ConformanceCheck {
    check(
      "nothing-is-kept", "After a call nothing that was lent for it is looked at.", rules: ["R-02"]
    ) { probe, _ in
      // Held, so that the addresses are not used again; and forbidden, so that looking there is a signal.
      var held: [Contract.Lent] = []
      for person in [0, 1, 0] {
        probe.note("extract: what create and earlier calls were lent cannot be read any more")
        let lent = try Contract.Lent(probe.sample(person))
        _ = try probe.extract(lent)
        lent.forbid()
        held.append(lent)
      }
      // Another sample where the one before was.
      let samples = [probe.sample(0), probe.sample(1)]
      let alone = try samples.map { try probe.again().template(of: $0) }
      let place = try Contract.Lent(samples[0])
      for person in [0, 1, 0] {
        place.replace(by: samples[person])
        let template = try probe.template(of: place, samples[person].words)
        guard let difference = Difference.words(alone[person], template) else { continue }
        throw CheckFailure(
          "a \(subjectWord) at the address of one before got another template than elsewhere: \(difference) (R-02).",
          place: call)
      }
      withExtendedLifetime(held) {}
    }
  }
}
