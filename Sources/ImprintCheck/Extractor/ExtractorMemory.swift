// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Its use of borrowed memory.
extension ExtractorCheckGroup {
  static var shortBuffer: ConformanceCheck {
    check(
      "short-buffer-then-enough",
      "A buffer that is too short is left untouched; the same call with a longer one gives the same "
        + "template.",
      rules: ["R-01", "R-14", "R-22"]
    ) { probe, _ in
      let sample = probe.sample(0)
      let lent = try Contract.Lent(sample)
      let whole = try probe.again().template(of: sample)
      _ = try probe.template(of: probe.sample(1))
      try probe.expectShortThenEnough("extract", whole) { try probe.extract(lent, $0) }
    }
  }

  static var dirtyRoom: ConformanceCheck {
    check(
      "room-may-hold-anything", "The output does not depend on what the output buffer held before.",
      rules: ["R-01", "R-14"]
    ) { probe, _ in
      let sample = probe.sample(0)
      let lent = try Contract.Lent(sample)
      _ = try probe.made(of: lent, sample.words)
      try probe.expectAnyFilling("extract") { try probe.extract(lent, $0) }
    }
  }

  static var outputsUntouched: ConformanceCheck {
    check(
      "failure-leaves-outputs", "A call that fails leaves its outputs untouched.", rules: ["R-22"]
    ) { probe, random in
      var failing = try Contract.others(for: probe.format).map { (words: $0.words, lent: $0.lent) }
      failing.append(("a wrong size field", try Contract.Lent(probe.sample(0), sizedWrong: 8)))
      failing += try Contract.samplesOfNobody(for: probe.format, &random).map { ($0.words, try .init($0)) }
      for sample in failing {
        probe.note("extract: for \(sample.words)")
        let extraction = try probe.extract(sample.lent)
        if extraction.answer.status == IMP_OK { continue }
        try extraction.expectUntouched(call, "for \(sample.words)")
      }
    }
  }

  static var nothingKept: ConformanceCheck {
    check(
      "nothing-is-kept", "No memory lent for a call is accessed after the call has returned.",
      rules: ["R-02"]
    ) { probe, _ in
      // Retained, so that the addresses are not reused; and protected, so that an access raises a signal.
      var held: [Contract.Lent] = []
      for person in [0, 1, 0] {
        probe.note("extract: the memory lent to create and earlier calls is inaccessible")
        let lent = try Contract.Lent(probe.sample(person))
        _ = try probe.extract(lent)
        lent.forbid()
        held.append(lent)
      }
      // Another sample at the same address.
      let samples = [probe.sample(0), probe.sample(1)]
      let alone = try samples.map { try probe.again().template(of: $0) }
      let place = try Contract.Lent(samples[0])
      for person in [0, 1, 0] {
        place.replace(by: samples[person])
        let template = try probe.made(of: place, samples[person].words).payload
        guard let difference = Difference.words(alone[person], template) else { continue }
        throw CheckFailure(
          "a \(subjectWord) at the address of a previous one got a different template than elsewhere: "
            + "\(difference) (R-02).",
          place: call)
      }
      withExtendedLifetime(held) {}
    }
  }
}
