// SPDX-License-Identifier: Apache-2.0
package import ImprintModel

/// What makes and compares templates of one format: an extractor and a matcher. Any task.
package protocol VoiceAlgorithm: Sendable {
  /// Frames a second.
  var rate: Int { get }
  /// How many samples it takes at once.
  var frames: ClosedRange<Int> { get }
  /// The name of the format.
  var format: String { get }
  func measure(_ samples: [Float]) async throws(VoiceError) -> SoundFacts
  /// - Returns: `nil` where the sound is not good enough for one.
  func template(of samples: [Float], created: Int64) async throws(VoiceError) -> Template?
  func resemblance(
    of probe: Template, to reference: Template, in unit: VoiceLimits.Unit
  ) async throws(VoiceError) -> VoiceResemblance
  /// - Returns: `nil` where they are not of one person, or not of one phrase.
  func fuse(_ templates: [Template]) async throws(VoiceError) -> Template?
}

/// How alike two templates are.
package struct VoiceResemblance: Sendable, Hashable {
  /// In the unit that was asked for.
  package let value: Double
  /// In the lowest eighth of the format's range: of a format of phrases other words.
  package let isOtherWords: Bool

  package init(_ value: Double, isOtherWords: Bool) {
    self.value = value
    self.isOtherWords = isOtherWords
  }
}

/// What was measured of a sound; `nil` is what is not known.
package struct SoundFacts: Sendable, Hashable {
  /// How much of it is speech.
  package var speech: Duration?
  /// In dBFS.
  package var level: Double?
  /// In dB.
  package var signalToNoise: Double?
  /// The proportion of samples that are cut off.
  package var clipped: Double?

  package init(
    speech: Duration? = nil, level: Double? = nil, signalToNoise: Double? = nil, clipped: Double? = nil
  ) {
    self.speech = speech
    self.level = level
    self.signalToNoise = signalToNoise
    self.clipped = clipped
  }
}

extension VoiceSoundLimits {
  /// Why a sound is not good enough, the first reason of several; `nil` where it is, or nothing is known.
  func reason(against facts: SoundFacts) -> VoiceRepeatReason? {
    // First, as what is cut off is loud, and speech in it is not what it was.
    if let clipped = facts.clipped, clipped > self.clipped { return .clipped }
    // Where nobody is heard, nothing is known of what they say.
    if let speech = facts.speech, speech == .zero { return .tooQuiet }
    if let level = facts.level, level < quietest { return .tooQuiet }
    if let ratio = facts.signalToNoise, ratio < signalToNoise { return .tooNoisy }
    if let speech = facts.speech, speech < shortest { return .tooShort }
    return nil
  }
}

/// What a configuration is decided with.
package struct VoiceAlgorithms: Sendable {
  /// Who speaks.
  package let voice: any VoiceAlgorithm
  /// Whether it is the phrase; `nil` of random digits.
  package let words: (any VoiceAlgorithm)?

  package init(voice: any VoiceAlgorithm, words: (any VoiceAlgorithm)?) {
    self.voice = voice
    self.words = words
  }
}
