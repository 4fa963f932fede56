// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/voice-extractor.yaml and
// imprint/draft/voice-extractor.h; change that, not this.
// swift-format-ignore-file
import CImprint

extension ProvidedVoiceExtractor: ProvidedObject {}

/// The C table of `imprint.voice-extractor/1`; every plugin and opening shares it.
extension VoiceExtractorTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table = lasting(imp_voice_extractor_ability(
    size: structSize(imp_voice_extractor_ability.self), reserved: 0,
    formats: { it, formats, count in
      OpenedPlugin.from(it).list(formats, count, \.size, "formats") { it throws(PluginFailure) in
        try VoiceExtractorTable.formats(it)
      }
    },
    create: { it, options, extractor in
      OpenedPlugin.from(it).make(extractor, "voice extractor") { it throws(PluginFailure) in
        try VoiceExtractorTable.create(it, lent(options, \.size, "options"))
      }
    },
    extract: { it, sound, payload, extraction in
      ProvidedVoiceExtractor.from(it).answer { it throws(PluginFailure) in
        var told = try lent(extraction, \.size, "extraction")
        try it.extract(lent(sound, \.size, "sound"), LentBuffer(payload, "payload"), &told)
        extraction.pointee = told
      }
    },
    measure: { it, sound, facts in
      ProvidedVoiceExtractor.from(it).answer { it throws(PluginFailure) in
        var told = try lent(facts, \.size, "facts")
        try it.measure(lent(sound, \.size, "sound"), &told)
        facts.pointee = told
      }
    },
    destroy: { ProvidedVoiceExtractor.release($0) }))
}
