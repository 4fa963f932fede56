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
    payload: [UInt8] = Array(0..<64)
  ) throws -> Template {
    let format = try format ?? Self.format()
    return try #require(
      Template(
        format: format, modality: .face, site: .face, quality: quality, created: created, payload: payload))
  }
}
