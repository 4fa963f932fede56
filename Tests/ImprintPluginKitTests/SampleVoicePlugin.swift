// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// A plugin with a voice extractor of two formats, one with templates of one length.
struct SampleVoicePlugin: VoiceExtractorPlugin {
  static let identity = PluginIdentity(id: "org.example.voices", version: "1.0.0", vendor: "Example")

  let voiceFormats = [
    VoiceFormat(
      name: "example.loudness", version: 3, templates: .exactly(bytes: 4), rate: 8000, milliseconds: 2...10),
    VoiceFormat(
      name: "example.rhythm", version: 1, templates: .atMost(bytes: 8), rate: 16000, milliseconds: 1...600_000
    ),
  ]

  init(host: Host) {}

  func makeVoiceExtractor(
    _ options: VoiceExtractorOptions
  ) throws(PluginFailure) -> any VoiceExtractorSession {
    guard options.threads <= 2 else { throw PluginFailure(.memory, "There is room for two threads.") }
    return SampleVoice(options)
  }
}

/// Does what the first samples say, a hundredth each: how long the template is, which of its qualities it
/// has, and whether there is none. A template's bytes count the extractions, and tell the options.
final class SampleVoice: VoiceExtractorSession {
  private let options: VoiceExtractorOptions
  private var calls: UInt8 = 0

  init(_ options: VoiceExtractorOptions) { self.options = options }

  /// Sound that asks for such a template.
  static func sound(_ count: Int, bytes: Int, quality: Int = 0, isBad: Bool = false) -> [Float] {
    [Float(bytes) / 100, Float(quality) / 100, isBad ? 0.01 : 0] + [Float](repeating: 0.5, count: count - 3)
  }

  func extract(_ sound: Span<Float>) throws(PluginFailure) -> Extraction {
    calls += 1
    let asked = (0..<3).map { Int((sound[$0] * 100).rounded()) }
    guard asked[2] == 0 else { throw PluginFailure(.quality, "Too little of it is speech.") }
    let told = [calls, UInt8(options.format.version), UInt8(options.threads)]
    let rest = [UInt8](repeating: 7, count: max(asked[0] - told.count, 0))
    return Extraction(template: Array((told + rest).prefix(asked[0])), quality: SampleQuality.all[asked[1]])
  }

  /// Tells the first samples as they are: milliseconds of speech, level, ratio, and what is clipped; less
  /// than -9000 is not measured.
  func measure(_ sound: Span<Float>) throws(PluginFailure) -> VoiceFacts {
    func told(_ index: Int) -> Float? {
      sound[index] < -9000 ? nil : sound[index] == 9000 ? .nan : sound[index]
    }
    return VoiceFacts(
      speechMilliseconds: told(0).map { UInt32($0) }, level: told(1), signalToNoise: told(2), clipped: told(3)
    )
  }
}

let sampleVoiceExport = PluginExport(SampleVoicePlugin.self, provides: [.voiceExtractor])
