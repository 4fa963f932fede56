// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/face-extractor.yaml and
// imprint/draft/face-extractor.h; change that, not this.
// swift-format-ignore-file
import CImprint

extension ProvidedFaceExtractor: ProvidedObject {}

/// The C table of `imprint.face-extractor/1`; every plugin and opening shares it.
extension FaceExtractorTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table = lasting(imp_face_extractor_ability(
    size: structSize(imp_face_extractor_ability.self), reserved: 0,
    formats: { it, formats, count in
      OpenedPlugin.from(it).list(formats, count, \.size, "formats") { it throws(PluginFailure) in
        try FaceExtractorTable.formats(it)
      }
    },
    create: { it, options, extractor in
      OpenedPlugin.from(it).make(extractor, "face extractor") { it throws(PluginFailure) in
        try FaceExtractorTable.create(it, lent(options, \.size, "options"))
      }
    },
    extract: { ProvidedFaceExtractor.from($0).extract($1, $2, $3, $4, $5, $6) },
    destroy: { ProvidedFaceExtractor.release($0) }))
}
