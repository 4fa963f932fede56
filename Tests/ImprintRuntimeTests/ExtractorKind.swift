// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// An ability that makes templates: what the tests that all such abilities share need to know of one.
enum ExtractorKind: String, CaseIterable {
  case face
  case voice
  case finger

  var formats: FormatKind {
    switch self {
    case .face: .face
    case .voice: .voice
    case .finger: .finger
    }
  }
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
      try await made(plugin, format, threads) { (extractor: FaceExtractor, sample) in
        try await extractor.extract(try image(sample), face: nil)
      }
    case .voice:
      try await made(plugin, format, threads) { (extractor: VoiceExtractor, sample) in
        try await extractor.extract(Self.sound(Float(sample) / 100))
      }
    case .finger:
      try await made(plugin, format, threads) { (extractor: FingerExtractor, sample) in
        try await extractor.extract(try Self.print(sample))
      }
    }
  }

  private func made<Extractor: TemplateExtractor>(
    _ plugin: OpenPlugin, _ format: String?, _ threads: Int,
    _ extract: @escaping @Sendable (Extractor, UInt8) async throws -> Extraction
  ) async throws -> MadeExtractor {
    let extractor = try await Extractor.make(plugin, format: format, threads: threads)
    return MadeExtractor(format: extractor.format.template, pluginID: extractor.pluginID) {
      try await extract(extractor, $0)
    }
  }

  func make(_ defines: [String: String] = [:], entries: [String]? = nil) async throws -> MadeExtractor {
    try await make(try plugin(defines, entries: entries))
  }

  /// Of the resolution that the fixture takes.
  static func print(
    _ first: UInt8 = 25, resolution: Int? = 19_685, format: PixelFormat = .grey8
  ) throws -> Image {
    let pixels = [first] + [UInt8](repeating: 0, count: 4 * 4 * format.bytesPerPixel - 1)
    return try #require(
      Image(width: 4, height: 4, format: format, resolution: resolution, pixels: pixels))
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
