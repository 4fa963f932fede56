// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// A voice extractor: it describes a voice by its coarse spectrum.
///
/// It needs no model and is deterministic, so tests can be exact. It is no biometric algorithm: the same
/// voice differs from microphone to microphone. To make it yours, replace what `Bands` does.
struct VoiceExtractor: VoiceExtractorPlugin {
  static let identity = PluginIdentity.own

  let voiceFormats = [
    VoiceFormat(
      name: Facts.templateFormat, version: Facts.templateVersion,
      templates: .exactly(bytes: Facts.templateBytes),
      rate: UInt32(Bands.rate), milliseconds: 500...60000)
  ]

  init(host: Host) {}

  func makeVoiceExtractor(_ options: VoiceExtractorOptions) -> any VoiceExtractorSession { Session() }
}

private final class Session: VoiceExtractorSession {
  func extract(_ sound: Span<Float>) throws(PluginFailure) -> Extraction {
    let bands = Bands(sound)
    try bands.checkQuality()
    return Extraction(template: bands.template)
  }

  func measure(_ sound: Span<Float>) -> VoiceFacts { Bands(sound).facts }
}

private let export = PluginExport(VoiceExtractor.self, provides: Facts.provides)

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
