// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/finger-extractor.yaml and
// imprint/draft/finger-extractor.h; change that, not this.
// swift-format-ignore-file
import CImprint

extension ProvidedFingerExtractor: ProvidedObject {}

/// The C table of `imprint.finger-extractor/1`; every plugin and opening shares it.
extension FingerExtractorTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table = lasting(imp_finger_extractor_ability(
    size: structSize(imp_finger_extractor_ability.self), reserved: 0,
    formats: { it, formats, count in
      OpenedPlugin.from(it).list(formats, count, \.size, "formats") { it throws(PluginFailure) in
        try FingerExtractorTable.formats(it)
      }
    },
    create: { it, options, extractor in
      OpenedPlugin.from(it).make(extractor, "finger extractor") { it throws(PluginFailure) in
        try FingerExtractorTable.create(it, lent(options, \.size, "options"))
      }
    },
    extract: { it, image, finger, payload, extraction in
      ProvidedFingerExtractor.from(it).answer { it throws(PluginFailure) in
        var told = try lent(extraction, \.size, "extraction")
        try it.extract(
          lent(image, \.size, "image"), lent(finger, \.size, "finger"), LentBuffer(payload, "payload"), &told)
        extraction.pointee = told
      }
    },
    destroy: { ProvidedFingerExtractor.release($0) }))
}
