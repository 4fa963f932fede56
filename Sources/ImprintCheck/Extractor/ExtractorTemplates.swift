// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Its results for samples.
extension ExtractorCheckGroup {
  /// The people whose samples it gets.
  private static var people: Int { 6 }
  /// The permitted answers for a valid sample.
  private static var answers: [imp_status] { [IMP_OK] + Contract.refusals }

  static var refusesSamples: ConformanceCheck {
    check(
      "refuses-other-\(sampleWord)",
      "A \(sampleWord) that the format does not accept, or an invalid one, is refused."
    ) { probe, _ in
      for other in try Contract.others(for: probe.format) {
        probe.note("extract: for \(other.words)")
        try expect(try probe.extract(other.lent).answer, isOneOf: other.wanted, call, "for \(other.words)")
      }
    }
  }

  static var takesNobody: ConformanceCheck {
    check(
      "takes-what-is-no-\(subjectWord)",
      "A sample with no \(subjectWord), or too little of it, gets a template or a refusal with a reason."
    ) { probe, random in
      for sample in Contract.samplesOfNobody(for: probe.format, &random) {
        probe.note("extract: \(sample.words)")
        let answer = try probe.extract(sample).answer
        try expect(answer, isOneOf: answers, call, "for \(sample.words)")
        try expect(
          answer.status == IMP_OK || answer.hasWords,
          "for \(sample.words) it returned \(answer.words), without stating a reason.", place: call)
      }
    }
  }

  static var givesTemplates: ConformanceCheck {
    check("gives-templates", "A \(subjectWord) gets a template, or a refusal with a reason.") { probe, _ in
      var refusal: CallAnswer?
      var made = 0
      for person in 0..<people {
        let sample = probe.sample(person)
        probe.note("extract: \(sample.words)")
        let extraction = try probe.extract(sample)
        try expect(extraction.answer, isOneOf: answers, call, "for \(sample.words)")
        guard extraction.answer.status == IMP_OK else {
          refusal = extraction.answer
          continue
        }
        made += 1
        try expect(
          extraction.length > 0, "for \(sample.words) it returned a template of 0 bytes.", place: call)
      }
      if made == 0, let refusal {
        throw CheckSkip("it makes no template of any drawn \(subjectWord): \(refusal.words).")
      }
    }
  }

  static var sameTemplate: ConformanceCheck {
    ConformanceCheck(
      group, "same-\(sampleWord)-same-template",
      "The same \(sampleWord) gives the same template, whatever was extracted in between.", rules: ["R-14"],
      deadline: .seconds(60), scope: scope
    ) { subject, random in
      try each(subject) { probe in
        let sample = probe.sample(2)
        let first = try probe.template(of: sample)
        func same(_ other: [UInt8], _ when: String) throws {
          guard let place = Difference.words(first, other) else { return }
          throw CheckFailure(
            "\(when) the same \(sampleWord) gave a different template: \(place) (R-14).", place: call)
        }
        try same(try probe.template(of: sample), "right after the first call")
        for person in [0, 1] { _ = try probe.extract(probe.sample(person)) }
        try same(try probe.template(of: sample), "after those of two other people")
        for nobody in Contract.samplesOfNobody(for: probe.format, &random).prefix(4) {
          _ = try probe.extract(nobody)
        }
        for other in try Contract.others(for: probe.format).prefix(1) { _ = try probe.extract(other.lent) }
        try same(try probe.template(of: sample), "after some without a subject, and a refused one,")
        try same(try probe.again().template(of: sample), "with a new extractor")
        let anew = try Probe(subject.open(), probe.format)
        try same(try anew.template(of: sample), "with the plugin opened again")
      }
    }
  }

  static var sameAfterRestart: ConformanceCheck {
    sameAfterRestart("Templates are the same in another process.", call) { probe in
      try (0..<3).flatMap { try probe.template(of: probe.sample($0)) }
    }
  }

  static var templateLength: ConformanceCheck {
    check("template-length", "Templates have the length stated by their format.", rules: ["R-01"]) {
      probe, _ in
      let (fixed, most) = (Int(probe.format.template_bytes_fixed), Int(probe.format.template_bytes_max))
      for (person, sample) in (0..<people).flatMap({ person in
        Contract.samplesOfAllLengths(person, for: probe.format).map { (person, $0) }
      }) {
        let extraction = try probe.extract(sample)
        guard extraction.answer.status == IMP_OK else {
          // Short and poor samples may be refused.
          _ = try probe.template(of: probe.sample(person))
          continue
        }
        let length = extraction.length
        try expect(
          fixed == 0 || length == fixed,
          "the template of \(sample.words) has \(length) bytes; template_bytes_fixed is \(fixed).",
          place: call)
        try expect(
          (1...max(1, most)).contains(length),
          "the template of \(sample.words) has \(length) bytes; 1...\(most) were listed.", place: call)
      }
    }
  }

  static var templateVersion: ConformanceCheck {
    check(
      "template-version", "A template has the version stated by its format, and reserved fields are 0.",
      rules: ["R-21"]
    ) { probe, _ in
      let extraction = try probe.made(of: probe.sample(0)).said
      try expect(
        extraction.version == probe.format.version,
        "its version is \(extraction.version); its format has \(probe.format.version).",
        place: call)
      try expect(
        extraction.size == structSize(imp_extraction.self),
        "it changed the extraction's size field to \(extraction.size) (R-20).", place: call)
      try expect(
        extraction.reserved == 0, "it left \(extraction.reserved) in a reserved field (R-21).", place: call)
    }
  }

  static var qualityInRange: ConformanceCheck {
    check("quality-in-range", "Quality is 0 to 100, or negative if it was not measured.") {
      probe, random in
      let nobody = Contract.samplesOfNobody(for: probe.format, &random)
      for sample in (0..<people).map({ probe.sample($0) }) + nobody {
        let extraction = try probe.extract(sample)
        guard extraction.answer.status == IMP_OK else { continue }
        let quality = extraction.said.quality
        try expect(
          quality.isFinite && quality <= 100,
          "the quality of \(sample.words) is \(quality); 0...100 or negative is expected.", place: call)
      }
    }
  }

  static var subjectsDiffer: ConformanceCheck {
    check(
      "different-\(subjectWord)s-differ", "Different \(subjectWord)s get different templates."
    ) { probe, _ in
      let templates = try (0..<people).map { try probe.template(of: probe.sample($0)) }
      for (index, template) in templates.enumerated() {
        guard let other = templates[..<index].firstIndex(of: template) else { continue }
        throw CheckFailure(
          "\(subjectWord)s \(other) and \(index) got the same template; they cannot be distinguished.",
          place: call)
      }
    }
  }
}

/// A value as bytes, for comparison.
func bytes<Value: BitwiseCopyable>(of value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

/// Where two byte sequences differ.
enum Difference {
  /// The first difference, in words; `nil` where they are equal.
  static func words(_ one: [UInt8], _ other: [UInt8]) -> String? {
    guard one != other else { return nil }
    guard one.count == other.count else { return "\(one.count) and \(other.count) bytes" }
    let place = zip(one, other).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
    return "byte \(place) is \(one[place]) and then \(other[place])"
  }
}
