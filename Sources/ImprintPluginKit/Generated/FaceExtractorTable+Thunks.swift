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
    extract: { it, image, face, landmarks, landmarkCount, payload, extraction in
      ProvidedFaceExtractor.from(it).answer { it throws(PluginFailure) in
        var told = try lent(extraction, \.size, "extraction")
        try it.extract(
          lent(image, \.size, "image"), lent(face, \.size, "face"),
          lentArray(landmarks, landmarkCount, "landmarks"), LentBuffer(payload, "payload"), &told)
        extraction.pointee = told
      }
    },
    destroy: { ProvidedFaceExtractor.release($0) }))
}
