// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/speech-recognizer.yaml and
// imprint/draft/speech-recognizer.h; change that, not this.
// swift-format-ignore-file
import CImprint

extension ProvidedSpeechRecognizer: ProvidedObject {}

/// The C table of `imprint.speech-recognizer/1`; every plugin and opening shares it.
extension SpeechRecognizerTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table = lasting(imp_speech_recognizer_ability(
    size: structSize(imp_speech_recognizer_ability.self), reserved: 0,
    bundles: { it, bundles, count in
      OpenedPlugin.from(it).list(bundles, count, \.size, "bundles") { it throws(PluginFailure) in
        try SpeechRecognizerTable.bundles(it)
      }
    },
    pronunciations: { it, bundle, word, entries, count in
      OpenedPlugin.from(it).list(entries, count, \.size, "entries") { it throws(PluginFailure) in
        try SpeechRecognizerTable.pronunciations(it, bundle, word)
      }
    },
    create: { it, options, graph, recognizer in
      OpenedPlugin.from(it).make(recognizer, "speech recogniser") { it throws(PluginFailure) in
        try SpeechRecognizerTable.create(it, lent(options, \.size, "options"), lentBytes(graph, "graph"))
      }
    },
    step: { it, sound, hearing in
      ProvidedSpeechRecognizer.from(it).answer { it throws(PluginFailure) in
        var told = try lent(hearing, \.size, "hearing")
        defer { hearing.pointee = told }
        try checkSizes(told.events, told.event_capacity, \.size, "hearing")
        try checkSizes(told.words, told.word_capacity, \.size, "hearing")
        try it.step(lent(sound, \.size, "sound"), &told)
      }
    },
    finish: { it, hearing in
      ProvidedSpeechRecognizer.from(it).answer { it throws(PluginFailure) in
        var told = try lent(hearing, \.size, "hearing")
        defer { hearing.pointee = told }
        try checkSizes(told.events, told.event_capacity, \.size, "hearing")
        try checkSizes(told.words, told.word_capacity, \.size, "hearing")
        try it.finish(&told)
      }
    },
    reset: { ProvidedSpeechRecognizer.from($0).reset() },
    destroy: { ProvidedSpeechRecognizer.release($0) }))
}
