// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The checks of plugins with an ability that makes templates of samples.
protocol ExtractorCheckGroup: AbilityCheckGroup {
  associatedtype Contract: ExtractorContract

  /// Its way to take an image; `nil` where its samples are none.
  static var images: (@Sendable (ProbePlugin) throws -> ImageTaker)? { get }
}

extension ExtractorCheckGroup {
  typealias Probe = ExtractorProbe<Contract>

  static var call: String { Probe.call }
  static var sampleWord: String { Contract.words.sample }
  static var subjectWord: String { Contract.words.subject }

  /// What must hold of every extractor, of whatever it makes templates.
  static var ofExtractors: [ConformanceCheck] {
    [listsFormats, refusesOptions, refusesWrongSizes]
      + [refusesSamples, takesNobody, givesTemplates]
      + [sameTemplate, sameAfterRestart, templateLength, templateVersion, qualityInRange, subjectsDiffer]
      + [shortBuffer, dirtyRoom, outputsUntouched, nothingKept]
  }

  /// A check of each format that is listed, with an extractor of its own.
  static func check(
    _ what: String, _ title: String, rules: [String] = [],
    _ run: @escaping @Sendable (Probe, inout CheckRandom) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(group, what, title, rules: rules, deadline: .seconds(60), scope: scope) {
      subject, random in
      for probe in try probes(subject.open(), note: { subject.note($0) }) { try run(probe, &random) }
    }
  }

  /// An extractor of each format that is listed.
  static func probes(
    _ plugin: ProbePlugin, note: @escaping (String) -> Void = { _ in }
  ) throws -> [Probe] {
    try Probe.formats(plugin).whole().map { try Probe(plugin, $0, note: note) }
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
        for probe in try probes(plugin) { try writesInBounds(probe, note) }
      },
      creation: { plugin in
        let table = try plugin.table(Contract.id, as: Contract.Table.self)
        return ObjectMaker(
          Probe.place("create"),
          {
            let names = try Probe.formats(plugin).whole().map { try Probe.name(of: $0) }
            let name = try GuardedMemory(Array((names.first ?? "").utf8))
            return (Probe.options(format: name), [name])
          },
          create: { Contract.create(table, plugin.plugin, $0, $1) },
          destroy: { Contract.destroy(table, $0) })
      },
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
        let memory = try GuardedMemory(count: Int(probe.format.template_bytes_max))
        let said = try probe.extract(Contract.Lent(probe.sample(0)), into: memory)
        guard said.answer.status == IMP_OK else {
          throw CheckSkip("it makes no template of a drawn \(subjectWord): \(said.answer.words).")
        }
        return GivenUpTemplate(maker: Contract.name, memory: memory, count: said.length)
      })
  }
}
