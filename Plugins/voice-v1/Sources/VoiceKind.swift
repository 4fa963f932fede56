// SPDX-License-Identifier: Apache-2.0
import CVoice
import ImprintPluginKit

/// The formats of templates that are made and compared. Two templates of one format are compared, and never
/// two of different ones.
enum VoiceKind: String, CaseIterable {
  /// Of whatever is said: who speaks, alone.
  case free = "imprint.voice-v1"
  /// Of a phrase that is said at enrolment and again each time: who speaks, and whether it is the phrase.
  case phrase = "imprint.voice-v1-phrase"

  /// The kit has found the name among those above.
  static func of(_ name: String) throws(PluginFailure) -> VoiceKind {
    guard let kind = VoiceKind(rawValue: name) else {
      throw PluginFailure(.unsupported, "There is no format '\(name)'.")
    }
    return kind
  }

  var made: VoiceFormat {
    VoiceFormat(
      name: rawValue, version: VoiceTemplate.version, templates: templates, rate: UInt32(IMP_VOICE_RATE),
      milliseconds: 300...longest)
  }

  var compared: MatcherFormat {
    MatcherFormat(
      name: rawValue, modality: .voice, reads: 1...VoiceTemplate.version, templates: templates,
      isSymmetric: true, similarities: similarities, fuses: VoiceTemplate.version)
  }

  /// Of a template.
  var magic: [UInt8] {
    switch self {
    case .free: Array("IMV1".utf8)
    case .phrase: Array("IMVP".utf8)
    }
  }

  /// How many times the phrase may be in a template.
  var sequences: ClosedRange<Int> {
    switch self {
    case .free: 0...0
    case .phrase: 1...VoiceTemplate.mostSequences
    }
  }

  /// How much speech is needed, in milliseconds.
  var leastSpeech: UInt32 {
    switch self {
    case .free: 700
    case .phrase: 500
    }
  }

  /// The longest sound, in milliseconds. What a plugin is lent is bounded by that.
  private var longest: UInt32 {
    switch self {
    case .free: 60_000
    case .phrase: 15_000
    }
  }

  private var templates: TemplateLength {
    switch self {
    case .free: .exactly(bytes: VoiceTemplate.headerBytes)
    case .phrase: .atMost(bytes: VoiceTemplate.mostBytes)
    }
  }

  var similarities: ClosedRange<Float> {
    switch self {
    case .free: 0...1
    case .phrase: PhraseScore.similarities
    }
  }
}
