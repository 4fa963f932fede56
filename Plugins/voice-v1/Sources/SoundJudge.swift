// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// Whether a sound is good enough for a template. The limits are of the development data alone
/// (docs/proposals/0011-voice.md).
struct SoundJudge {
  let kind: VoiceKind

  /// dBFS: quieter speech is little more than what 16 bits can say.
  private static let quietest: Float = -60
  /// The proportion of samples.
  private static let mostClipped: Float = 0.01
  /// dB.
  private static let leastSignalToNoise: Float = 15

  /// - Throws: `.quality`, with what to do about it.
  func check(_ facts: imp_voice_facts) throws(PluginFailure) {
    // First, as what is cut off is loud, and speech in it is not what it was.
    guard facts.clipped <= Self.mostClipped else {
      throw Self.failure(
        "It is clipped: \(Self.rounded(facts.clipped * 100)) % of it is cut off at full scale; lower the gain."
      )
    }
    guard facts.speech_ms > 0 else {
      throw Self.failure("Nobody speaks in it, or noise or silence is all that is heard; speak up.")
    }
    guard facts.level_db >= Self.quietest else {
      throw Self.failure("It is too quiet: speech has \(Self.rounded(facts.level_db)) dBFS; speak up.")
    }
    guard facts.snr_db >= Self.leastSignalToNoise else {
      throw Self.failure(
        "There is too much noise: speech is \(Self.rounded(facts.snr_db)) dB above it, "
          + "\(Self.rounded(Self.leastSignalToNoise)) are needed; go where it is quiet.")
    }
    guard facts.speech_ms >= kind.leastSpeech else {
      throw Self.failure(
        "Too little speech: \(facts.speech_ms) ms, \(kind.leastSpeech) are needed; say more.")
    }
  }

  /// 0...100: what length and noise leave of the best, where they still cost comparisons.
  func quality(_ facts: imp_voice_facts) -> Float {
    let length = min(1, Float(facts.speech_ms) / 3000)
    let clear = min(1, max(0, (facts.snr_db - Self.leastSignalToNoise) / 20))
    return (100 * length * (0.5 + 0.5 * clear)).rounded()
  }

  private static func failure(_ words: String) -> PluginFailure { PluginFailure(.quality, words) }

  private static func rounded(_ value: Float) -> String { "\((value * 10).rounded() / 10)" }
}
