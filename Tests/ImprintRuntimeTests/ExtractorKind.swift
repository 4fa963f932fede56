// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// An ability that makes templates: what the tests that all such abilities share need to know of one.
enum ExtractorKind: String, CaseIterable {
  case face
  case voice

  var formats: FormatKind { self == .face ? .face : .voice }
  var ability: String { formats.ability }

  /// Compiles and opens a plugin that macros make misbehave.
  func plugin(
    _ defines: [String: String] = [:], listing count: Int = 1, entries: [String]? = nil
  ) throws -> OpenPlugin {
    try formats.fixture(defines, listing: count, entries: entries).opened()
  }

  func make(_ plugin: OpenPlugin, format: String? = nil, threads: Int = 1) async throws -> MadeExtractor {
    switch self {
    case .face:
      let extractor = try await FaceExtractor.make(plugin, format: format, threads: threads)
      return MadeExtractor(format: extractor.format.template, pluginID: extractor.pluginID) {
        try await extractor.extract(try image($0), face: nil)
      }
    case .voice:
      let extractor = try await VoiceExtractor.make(plugin, format: format, threads: threads)
      return MadeExtractor(format: extractor.format.template, pluginID: extractor.pluginID) {
        try await extractor.extract(Self.sound(Float($0) / 100))
      }
    }
  }

  func make(_ defines: [String: String] = [:], entries: [String]? = nil) async throws -> MadeExtractor {
    try await make(try plugin(defines, entries: entries))
  }

  /// As long as the shortest that the fixture takes: 10 ms at 8 kHz.
  static func sound(_ first: Float = 0.25, count: Int = 80) -> [Float] {
    [first] + [Float](repeating: -1, count: count - 1)
  }
}

/// An extractor of any kind.
struct MadeExtractor: Sendable {
  let format: TemplateFormat
  let pluginID: String
  /// Makes a template of a sample that the plugin knows by a number up to 100.
  let extract: @Sendable (UInt8) async throws -> Extraction
}
