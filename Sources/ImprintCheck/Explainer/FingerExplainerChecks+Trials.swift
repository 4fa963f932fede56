// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

// What checks of all kinds do with explainers.
extension FingerExplainerChecks {
  static func work(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> [AbilityWork] {
    try Probe.all(plugin, note: { _ in }).map { probe in
      let format = probe.matcher.format
      func made() throws -> Probe {
        guard let probe = try Probe(MatcherProbe(plugin, format)) else {
          throw CheckFailure("it explains \(probe.matcher.name) only once.", place: Probe.create)
        }
        return probe
      }
      return AbilityWork(
        make: { _ = try made() },
        once: {
          let probe = try made()
          let templates = try probe.matcher.stock(2).templates
          _ = try answers(probe, templates[0], templates)
        },
        repeated: {
          let probe = try made()
          let templates = try probe.matcher.stock(2).templates
          return RepeatedCall(name: Probe.explain, count: 2000) {
            _ = try probe.explain(templates[0], templates[1])
          }
        },
        separation: {
          let (first, second) = (try made(), try made())
          let templates = try first.matcher.stock(3).templates
          try AbilityWork.expectApart(
            { try answers(first, templates[1], templates) }, Probe.explain, "another explainer was used"
          ) {
            for other in templates { _ = try answers(second, other, templates.reversed()) }
          }
        })
    }
  }

  static let trials = AbilityTrials(
    images: nil,
    outputs: { plugin, note in
      for probe in try Probe.all(plugin, note: note) {
        let templates = try probe.matcher.stock(2).templates
        for side in [GuardedMemory.Side.end, .start] {
          note("explain: a buffer for the longest explanation, a guard page at its \(side)")
          let made = try probe.explain(templates[0], templates[1], LentRoom(side: side))
          guard made.answer.status == IMP_OK else { continue }
          note("explain: a buffer of exactly \(made.buffer.length) bytes")
          let exact = try probe.explain(
            templates[0], templates[1], LentRoom(capacity: made.buffer.length, side: side))
          try expectSuccess(
            exact.answer, Probe.explain,
            "for a buffer of \(made.buffer.length) bytes, the length of its explanation (R-01)")
        }
      }
    },
    creation: { plugin in
      try Probe.all(plugin, note: { _ in }).map { probe in
        let name = Array(probe.matcher.name.utf8)
        return ObjectMaker(
          Probe.create,
          {
            let text = try GuardedMemory(name)
            return (Probe.options(text.text, threads: 1), [text])
          }, create: probe.calls.create, destroy: probe.calls.destroy)
      }
    },
    objects: { plugin in
      try Probe.all(plugin, note: { _ in }).map { first in
        let (stock, format, version) = (
          try first.matcher.stock(3), first.matcher.format, first.matcher.version
        )
        return ObjectTrial(call: Probe.explain) { threads in
          let matcher = try MatcherProbe(plugin, format)
          matcher.version = version
          guard let probe = try Probe(matcher, threads: threads) else {
            throw CheckFailure("it explains \(matcher.name) only once.", place: Probe.create)
          }
          return stock.templates.map { one in { try answers(probe, one, stock.templates) } }
        }
      }
    },
    templates: { plugin in
      try Probe.all(plugin, note: { _ in }).map { probe in { try givenUp(probe) } }
    })

  /// Explains a template of a drawn person. Copies of it lie only in guarded memory, which is released.
  private static func givenUp(_ probe: Probe) throws -> [GivenUpTemplate] {
    // A different one from the extractor's, the matcher's and the search's own trials.
    let made = try probe.matcher.made(3)
    let template = try GuardedMemory(made.buffer.room.bytes.prefix(made.length))
    let explained = try probe.explain(template, template)
    try expectSuccess(explained.answer, Probe.explain, "for its own template")
    return [
      GivenUpTemplate(maker: "finger-explainer", memory: made.buffer.room, count: made.length),
      GivenUpTemplate(
        maker: "finger-explainer", memory: explained.buffer.room, count: explained.buffer.length),
    ]
  }

  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) throws -> AbilityTranscript {
    AbilityTranscript { transcript, plugin in
      let formats = try await plugin.withoutBlocking { try Matcher.formats(of: $0) }
      for format in formats {
        let matcher = try await Matcher.make(plugin, format: format.algorithm)
        let made = try await TemplateSource.payloads(plugin, found, format.algorithm)
        var random = CheckRandom(seed: 1, check: "isolation")
        let madeUp = TemplatePayload(
          bytes: random.bytes(format.templateBytesFixed ?? 64), version: format.readsVersions.upperBound)
        for reference in made + [madeUp] {
          await transcript.note("explain \(format.algorithm)") {
            let probe = made.first ?? madeUp
            let explanation = try await matcher.withoutBlocking {
              try $0.explainFingers(probe: probe, reference: reference)
            }
            // In full, which its own description is not.
            return "\(Transcript.bits(explanation.similarity)) \(explanation.motion.map { "\($0)" } ?? "-") "
              + explanation.minutiae.map { "\($0)" }.joined() + explanation.shares.map { "\($0)" }.joined()
          }
        }
      }
    }
  }
}
