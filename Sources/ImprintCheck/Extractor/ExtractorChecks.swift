// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintRuntime

/// The checks of plugins with an extractor ability.
protocol ExtractorCheckGroup: FormatCheckGroup
where Contract: ExtractorContract, Probe == ExtractorProbe<Contract> {
  /// How it is given an image; `nil` where its samples are no images.
  static var images: (@Sendable (Probe) -> ImageTaker)? { get }

  /// As applications use it.
  associatedtype Extractor: TemplateExtractor
  /// A template of a drawn person.
  static func extract(_ extractor: Extractor, _ person: Int) async throws -> Extraction
  /// Of a sample without a person.
  static func extractNobody(_ extractor: Extractor) async throws -> Extraction
}

extension ExtractorCheckGroup {
  static var call: String { Probe.call }
  static var sampleWord: String { Contract.words.sample }
  static var subjectWord: String { Contract.words.subject }

  /// The checks of every extractor, of any modality.
  static var ofExtractors: [ConformanceCheck] {
    ofFormats + [refusesSamples, takesNobody, givesTemplates]
      + [sameTemplate, sameAfterRestart, templateLength, templateVersion, qualityInRange, subjectsDiffer]
      + [shortBuffer, dirtyRoom, outputsUntouched, nothingKept]
  }

  static func wrongSizes(_ probe: Probe, by change: Int) throws -> [WrongSize] {
    let sample = probe.sample(0)
    let wrong = try Contract.Lent(sample, sizedWrong: change)
    let extraction = try probe.extract(Contract.Lent(sample), change: imp_extraction.wrong(by: change))
    return [
      WrongSize(call, Contract.sampleStruct, try probe.extract(wrong).answer),
      WrongSize(call, "imp_extraction", extraction.answer),
    ]
  }

  /// Makes templates of a format for checks of the abilities that take them; `nil` where it does not list the
  /// format.
  static func source(_ plugin: ProbePlugin, of name: String) throws -> TemplateSource? {
    guard let probe = try probe(plugin, named: name) else { return nil }
    return TemplateSource(
      version: probe.format.version, made: { try probe.made(of: probe.sample($0)) },
      ofOne: { person in
        try Contract.samplesOfAllLengths(person, for: probe.format).map { try probe.extract($0) }
          .filter { $0.answer.status == IMP_OK }.map(\.payload)
      })
  }

  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) -> AbilityTranscript {
    AbilityTranscript { transcript, plugin in
      let formats = try await plugin.withoutBlocking { try Extractor.formats(of: $0) }
      transcript.add("formats: \(formats)")
      for format in formats {
        let extractor = try await Extractor.make(plugin, format: format.template.algorithm, threads: 1)
        for person in people {
          await transcript.note("extract of person \(person)") {
            Transcript.words(try await extract(extractor, person))
          }
        }
        await transcript.note("extract of nobody") {
          "\(try await extractNobody(extractor).payload.bytes.count) bytes"
        }
      }
    }
  }

  /// Templates of three drawn people, made as in applications; empty where it makes none of that format, or
  /// of drawn people.
  static func payloads(_ plugin: OpenPlugin, _ format: String) async throws -> [TemplatePayload] {
    let formats = try await plugin.withoutBlocking { try Extractor.formats(of: $0) }
    guard formats.contains(where: { $0.template.algorithm == format }) else { return [] }
    let extractor = try await Extractor.make(plugin, format: format, threads: 1)
    var payloads: [TemplatePayload] = []
    for person in people {
      if let made = try? await extract(extractor, person) { payloads.append(made.payload) }
    }
    return payloads
  }

  private static var people: Range<Int> { 0..<3 }

  static func work(_ plugin: ProbePlugin, of format: Entry) -> AbilityWork {
    AbilityWork(
      make: { _ = try Probe(plugin, format) },
      once: {
        let probe = try Probe(plugin, format)
        _ = try probe.extract(probe.sample(0))
      },
      repeated: {
        let probe = try Probe(plugin, format)
        let lent = try Contract.Lent(probe.sample(0))
        return RepeatedCall(name: call, count: 100) { _ = try probe.extract(lent) }
      },
      separation: {
        let (first, second) = (try Probe(plugin, format), try Probe(plugin, format))
        try AbilityWork.expectApart(
          { try first.template(of: first.sample(1)) }, call, "another extractor was given other samples"
        ) {
          for person in [0, 2, 3] { _ = try second.extract(second.sample(person)) }
        }
      })
  }

  static var trials: AbilityTrials {
    let takers: (@Sendable (ProbePlugin) throws -> [ImageTaker])?
    if let taker = images {
      takers = { plugin in try forEach(plugin) { taker(try Probe(plugin, $0)) } }
    } else {
      takers = nil
    }
    return AbilityTrials(
      images: takers,
      outputs: { plugin, note in
        for format in try Probe.list(plugin).whole() {
          let probe = try Probe(plugin, format, note: note)
          let lent = try Contract.Lent(probe.sample(0))
          try probe.expectInBounds("extract") { try probe.extract(lent, $0) }
        }
      },
      creation: { try makers($0) },
      objects: { plugin in try forEach(plugin) { try objects(plugin, of: $0) } },
      templates: { plugin in try forEach(plugin) { format in { try givenUp(Probe(plugin, format)) } } })
  }

  private static func objects(_ plugin: ProbePlugin, of format: Entry) throws -> ObjectTrial {
    let first = try Probe(plugin, format)
    let samples = (0..<3).map { first.sample($0) }
    return ObjectTrial(call: call) { threads in
      let probe = try Probe(plugin, format, threads: threads)
      return samples.map { sample in { try probe.template(of: sample) } }
    }
  }

  /// A template of a drawn person.
  private static func givenUp(_ probe: Probe) throws -> [GivenUpTemplate] {
    let made = try probe.made(of: probe.sample(0))
    return [GivenUpTemplate(maker: Contract.name, memory: made.buffer.room, count: made.length)]
  }
}
