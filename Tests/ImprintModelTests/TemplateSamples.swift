// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

/// Templates of made-up bytes: nobody's.
enum TemplateSamples {
  static func format(_ algorithm: String = "imprint.face-f6", version: UInt32 = 1) throws -> TemplateFormat {
    try #require(TemplateFormat(algorithm: algorithm, version: version))
  }

  static func template(
    format: TemplateFormat? = nil, quality: UInt8? = 77, created: Int64? = 1_700_000_000,
    maker: String? = "dev.imprint.face-f6", samples: Int = 1, payload: [UInt8] = Array(0..<64)
  ) throws -> Template {
    let format = try format ?? Self.format()
    return try #require(
      Template(
        format: format, modality: .face, site: .face, quality: quality, created: created,
        maker: maker.flatMap {
          TemplateMaker(id: $0, version: SemanticVersion(major: 1, minor: 2, patch: 3))
        },
        samples: samples, payload: payload))
  }
}
