// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintMatching
import ImprintModel
import ImprintRuntime
public import ImprintVoice

extension Voices {
  /// The local engine of voice dialogues: this system's extractors and matchers, and a folder. No plugin is
  /// opened by this, but by the first utterance of a configuration.
  ///
  /// ```swift
  /// let engine = try system.voices.engine(in: "/var/lib/door/voices", configurations: [phrase])
  /// let voices = VoiceDialogues(engine)
  /// ```
  /// - Parameters:
  ///   - folder: absolute; created with its parents. Only its owner may enter it.
  ///   - recognizer: what configurations with random digits need.
  ///   - clock: what blocks and ages go by.
  /// - Throws: ``VoiceError`` `badConfiguration`.
  public func engine(
    in folder: String, configurations: [VoiceConfiguration],
    recognizer: (any VoiceDigitRecognizer)? = nil, clock: any VoiceClock = SystemVoiceClock()
  ) throws(VoiceError) -> LocalVoiceEngine {
    try LocalVoiceEngine(
      folder: folder, configurations: configurations, recognizer: recognizer, clock: clock,
      mostClaimants: system.configuration.entitlements.limit(.registeredUsers)
    ) { (configuration) async throws(VoiceError) in
      let voice = try await algorithm(configuration.format)
      guard let format = configuration.wordsFormat else { return VoiceAlgorithms(voice: voice, words: nil) }
      let words = try await algorithm(format)
      guard voice.format != words.format, voice.rate == words.rate else {
        throw VoiceError(
          .badConfiguration, place: "wordsFormat",
          reason: "\(format) is the format of the voice too, or takes sound of another rate than it.",
          remedy: "Name a format of phrases, of the same rate.")
      }
      return VoiceAlgorithms(voice: voice, words: words)
    }
  }

  private func algorithm(_ format: String?) async throws(VoiceError) -> PluginVoiceAlgorithm {
    do {
      return PluginVoiceAlgorithm(try await extractor(format: format), try await matcher(format: format))
    } catch {
      throw VoiceError(failing: error)
    }
  }
}
