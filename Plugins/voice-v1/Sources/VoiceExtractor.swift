// SPDX-License-Identifier: Apache-2.0
import CImprint
import CVoice
import ImprintPluginKit

/// Makes templates of sounds. It keeps nothing between them.
final class VoiceExtractor: VoiceExtractorSession {
  private let kind: VoiceKind
  private let judge: SoundJudge
  private let encoder: VoiceEncoder

  init(_ kind: VoiceKind, _ encoder: VoiceEncoder) {
    self.kind = kind
    self.encoder = encoder
    judge = SoundJudge(kind: kind)
  }

  func extract(_ samples: Span<Float>) throws(PluginFailure) -> Extraction {
    let sound = try Sound(samples)
    let facts = sound.facts
    try judge.check(facts)
    let voice = SpokenVoice()
    if kind == .phrase { voice.sequences = [try words(of: sound)] }
    try encoder.encode(sound, into: voice)
    return Extraction(template: VoiceTemplate.bytes(of: voice, kind), quality: judge.quality(facts))
  }

  func measure(_ samples: Span<Float>) throws(PluginFailure) -> VoiceFacts {
    let facts = try Sound(samples).facts
    func known(_ bit: Int32, _ value: Float) -> Float? { facts.known & UInt32(bit) != 0 ? value : nil }
    return VoiceFacts(
      speechMilliseconds: facts.speech_ms, level: known(IMP_VOICE_LEVEL, facts.level_db),
      signalToNoise: known(IMP_VOICE_SNR, facts.snr_db), clipped: known(IMP_VOICE_CLIPPED, facts.clipped))
  }

  private func words(of sound: Sound) throws(PluginFailure) -> WordSequence {
    guard let words = sound.words, words.isSpoken else {
      throw PluginFailure(
        .quality,
        "The phrase is too short, too long, or always the same sound; say it within "
          + "\(IMP_VOICE_MOST_FRAMES / 100) seconds.")
    }
    return words
  }
}
