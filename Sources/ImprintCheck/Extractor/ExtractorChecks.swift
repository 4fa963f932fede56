// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintRuntime

/// The checks of plugins with an ability that makes templates of samples.
protocol ExtractorCheckGroup: FormatCheckGroup
where Contract: ExtractorContract, Probe == ExtractorProbe<Contract> {
  /// Its way to take an image; `nil` where its samples are none.
  static var images: (@Sendable (ProbePlugin) throws -> ImageTaker)? { get }

  /// Templates of three drawn people, as applications have them made; none where it makes none of that
  /// format, or of drawn people.
  static func payloads(_ plugin: OpenPlugin, _ format: String) async throws -> [TemplatePayload]
}

extension ExtractorCheckGroup {
  static var call: String { Probe.call }
  static var sampleWord: String { Contract.words.sample }
  static var subjectWord: String { Contract.words.subject }

  /// What must hold of every extractor, of whatever it makes templates.
  static var ofExtractors: [ConformanceCheck] {
    ofFormats + [refusesSamples, takesNobody, givesTemplates]
      + [sameTemplate, sameAfterRestart, templateLength, templateVersion, qualityInRange, subjectsDiffer]
      + [shortBuffer, dirtyRoom, outputsUntouched, nothingKept]
  }

  static func wrongSizes(_ probe: Probe, by change: Int) throws -> [WrongSize] {
    let sample = probe.sample(0)
    let wrong = try Contract.Lent(sample, sizedWrong: change)
    let extraction = try probe.extract(Contract.Lent(sample)) { $0.size = UInt32(Int($0.size) + change) }
    return [
      WrongSize(
        function: "extract", name: Contract.sampleStruct, answer: try probe.extract(wrong).answer),
      WrongSize(function: "extract", name: "imp_extraction", answer: extraction.answer),
    ]
  }

  /// Makes templates of a format for the checks of those that take them; `nil` where it does not list it.
  static func source(_ plugin: ProbePlugin, of name: String) throws -> TemplateSource? {
    let formats = try Probe.formats(plugin).whole()
    guard let format = try formats.first(where: { try Probe.name(of: $0) == name }) else { return nil }
    let probe = try Probe(plugin, format)
    return TemplateSource(
      version: format.version, made: { try probe.made(of: probe.sample($0)) },
      ofOne: { person in
        try Contract.samplesOfAllLengths(person, for: format).map { try probe.extract($0) }
          .filter { $0.answer.status == IMP_OK }.map(\.payload)
      })
  }

  static func work(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> AbilityWork {
    AbilityWork(
      make: { _ = try Probe(plugin) },
      once: {
        let probe = try Probe(plugin)
        _ = try probe.extract(probe.sample(0))
      },
      repeated: {
        let probe = try Probe(plugin)
        let lent = try Contract.Lent(probe.sample(0))
        return RepeatedCall(name: call, count: 100) { _ = try probe.extract(lent) }
      },
      separation: {
        let (first, second) = (try Probe(plugin), try Probe(plugin))
        let sample = first.sample(1)
        let alone = try first.template(of: sample)
        for person in [0, 2, 3] { _ = try second.extract(second.sample(person)) }
        try AbilityWork.same(
          alone, try first.template(of: sample), call, "another extractor was given other samples")
      })
  }

  static var trials: AbilityTrials {
    AbilityTrials(
      images: images,
      outputs: { plugin, note in
        for format in try Probe.formats(plugin).whole() {
          let probe = try Probe(plugin, format, note: note)
          let lent = try Contract.Lent(probe.sample(0))
          try probe.expectInBounds("extract") { try probe.extract(lent, $0) }
        }
      },
      creation: { try creation($0) },
      objects: { plugin in
        let first = try Probe(plugin)
        let samples = (0..<3).map { first.sample($0) }
        return ObjectTrial(call: call) { threads in
          let probe = try Probe(plugin, threads: threads)
          return samples.map { sample in { try probe.template(of: sample) } }
        }
      },
      template: { plugin, _ in
        let probe = try Probe(plugin)
        let made = try probe.made(of: probe.sample(0))
        return [GivenUpTemplate(maker: Contract.name, memory: made.room, count: made.length)]
      })
  }
}
