// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// Checks of plugins with `imprint.speech-recognizer/1`, of each bundle that it lists, and each kind of graph
/// that the bundle takes.
enum SpeechRecognizerChecks: ListingCheckGroup {
  typealias Probe = SpeechProbe

  static let ability = AbilityID.speechRecognizer
  static let group = CheckGroup("speech", "Speech recognition: sound to words, by a graph.")

  static let all: [ConformanceCheck] =
    ofListing + [alternatives, pronounces, takesGraphs, refusesGraphs]
    + [wordsInOrder, eventsInOrder, sameSound, sameAfterRestart, reset, pieces, integers]
    + [refusesSounds, endsWithLongest, finishesNothing, shortLists]

  /// A check of a recogniser of each kind of graph that each bundle takes.
  /// - Parameter hears: Whether it shows nothing of one that heard nothing in any sound.
  static func hearingCheck(
    _ what: String, _ title: String, rules: [String], hears: Bool = false,
    _ run: @escaping @Sendable (SpeechProbe, inout CheckRandom) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(group, what, title, rules: rules, deadline: .seconds(90), scope: scope) {
      subject, random in
      try eachGraph(subject.open(), note: { subject.note($0) }) { probe in
        try run(probe, &random)
        if hears, !probe.hasHeard {
          throw CheckSkip(
            "\(probe.name), for \(probe.graph?.what ?? "its own words"), heard nothing in any drawn sound.")
        }
      }
    }
  }

  static func eachGraph(
    _ plugin: ProbePlugin, note: @escaping (String) -> Void = { _ in }, _ body: (SpeechProbe) throws -> Void
  ) throws {
    try inTurn(Probe.list(plugin).whole()) { entry in
      let bundle = try SpeechFacts(entry)
      try bundle.expectWithinContract()
      try inTurn(bundle.graphs) { graph in
        note("create: of \(bundle.name), for \(graph?.what ?? "its own words")")
        try body(SpeechProbe(plugin, bundle, graph, alternatives: 2, note: note))
      }
    }
  }

  /// Utterances that recognisers may take for speech, and some that they should not.
  static func sounds(_ bundle: SpeechFacts, _ random: inout CheckRandom) -> [DrawnSound] {
    let rate = bundle.rate
    let voices = (0..<2).map { DrawnSound.person($0, rate: rate, frames: 2 * rate) }
    let pause = [Float](repeating: 0, count: rate / 3)
    var joined = pause
    for voice in voices { joined += voice.samples.prefix(rate) + pause }
    let sounds =
      voices + [
        DrawnSound(rate: rate, samples: joined, what: "voices with pauses between"),
        .silence(rate: rate, frames: rate / 2), .noise(rate: rate, frames: rate / 2, &random),
        .tone(rate: rate, frames: rate),
      ]
    return sounds.map(bundle.cut)
  }

  // MARK: What checks of all kinds do with it

  static func work(_ plugin: ProbePlugin, of entry: imp_speech_bundle) -> AbilityWork {
    func voice(_ person: Int) -> DrawnSound {
      .person(person, rate: Int(entry.rate), frames: Int(entry.rate))
    }
    func all(_ heard: (steps: [SpeechProbe.Heard], result: SpeechProbe.Heard)) -> [UInt8] {
      heard.steps.flatMap(\.bytes) + heard.result.bytes
    }
    return AbilityWork(
      make: { _ = try SpeechProbe(plugin, entry) }, objects: 50,
      once: { _ = try SpeechProbe(plugin, entry).utterance(voice(0)) },
      repeated: {
        let probe = try SpeechProbe(plugin, entry)
        let piece = try LentSound(voice(0).pieces(of: Int(entry.rate) / 10)[3])
        return RepeatedCall(name: "speech-recognizer.step", count: 100) {
          _ = try probe.step(piece)
          _ = try probe.finish()
        }
      },
      separation: {
        let alone = try all(SpeechProbe(plugin, entry).utterance(voice(0)))
        let (one, other) = (try SpeechProbe(plugin, entry), try SpeechProbe(plugin, entry))
        var heard: [SpeechProbe.Heard] = []
        for (mine, its) in zip(
          voice(0).pieces(of: Int(entry.rate) / 10), voice(1).pieces(of: Int(entry.rate) / 10))
        {
          _ = try other.step(LentSound(its))
          heard.append(try one.step(LentSound(mine)))
        }
        _ = try other.finish()
        try AbilityWork.same(
          alone, all((heard, one.finish())), "speech-recognizer.step",
          "another recogniser listened to another voice in between")
      })
  }

  static let trials = AbilityTrials(
    images: nil,
    outputs: { plugin, note in
      note("speech-recognizer.step: lists of exactly the most events and words, followed by guard pages")
      var random = CheckRandom(seed: 1, check: "speech.outputs")
      try eachGraph(plugin, note: note) { probe in
        for sound in sounds(probe.bundle, &random) { _ = try probe.utterance(sound) }
      }
    },
    creation: { try makers($0) },
    objects: { plugin in
      try forEach(plugin) { entry in
        ObjectTrial(call: "speech-recognizer.step") { threads in
          let probe = try SpeechProbe(plugin, entry, threads: threads)
          let voice = DrawnSound.person(2, rate: Int(entry.rate), frames: Int(entry.rate))
          return [
            {
              probe.reset()
              let heard = try probe.utterance(voice)
              return heard.steps.flatMap(\.bytes) + heard.result.bytes
            }
          ]
        }
      }
    },
    templates: nil)

  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) throws -> AbilityTranscript {
    AbilityTranscript { transcript, plugin in
      let bundles = try await plugin.withoutBlocking { try SpeechRecognizer.bundles(of: $0) }
      transcript.add("bundles: \(bundles)")
      for bundle in bundles {
        for graph in CheckGraph.all(for: bundle) {
          let recognizer = try await SpeechRecognizer.make(plugin, bundle: bundle.name, graph: graph?.bytes)
          for person in 0..<2 {
            let frames = min(2 * bundle.rate, Int(bundle.longest / .milliseconds(1)) * bundle.rate / 1000)
            let voice = DrawnSound.person(person, rate: bundle.rate, frames: frames)
            for (index, piece) in voice.pieces(of: bundle.rate / 10).enumerated() {
              await transcript.note("step \(index) of voice \(person)") {
                "\(try await recognizer.step(piece.samples))"
              }
            }
            await transcript.note("the result of voice \(person)") { "\(try await recognizer.finish())" }
          }
        }
      }
    }
  }
}
