// SPDX-License-Identifier: Apache-2.0
import CImprint
import CVoice
import ImprintPluginKit

/// A sound, and what is speech in it. It is erased when it is released.
final class Sound {
  private let sound: OpaquePointer

  /// - Throws: `.memory`.
  init(_ samples: Span<Float>) throws(PluginFailure) {
    let made = samples.withUnsafeBufferPointer { samples in
      samples.baseAddress.flatMap { imp_voice_sound_create($0, samples.count) }
    }
    // The kit has seen to it that the samples are numbers, and not too many.
    guard let made else { throw PluginFailure(.memory, "There is not enough memory for the sound.") }
    sound = made
  }

  deinit { imp_voice_sound_destroy(sound) }

  /// What is known of it, all of it within its range.
  var facts: imp_voice_facts {
    var facts = imp_voice_facts()
    imp_voice_sound_facts(sound, &facts)
    return facts
  }

  /// How many windows the encoder is given; 0 without speech.
  var windows: UInt32 { imp_voice_sound_windows(sound) }

  func fill(_ window: UInt32, _ energies: UnsafeMutablePointer<Float>) {
    imp_voice_sound_window(sound, window, energies)
  }

  /// What was said; `nil` where it is too short or too long for a phrase.
  var words: WordSequence? {
    let words = WordSequence(room: Int(IMP_VOICE_MOST_FRAMES))
    words.frames = Int(imp_voice_sound_features(sound, words.features))
    return words.frames > 0 ? words : nil
  }
}
