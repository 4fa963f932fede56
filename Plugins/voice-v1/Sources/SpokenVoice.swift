// SPDX-License-Identifier: Apache-2.0
import CVoice

/// A voice as a template has it. It is erased when it is released.
final class SpokenVoice {
  static let length = Int(IMP_VOICE_LENGTH)

  /// A unit vector of ``length`` numbers, once it is filled.
  let embedding: UnsafeMutablePointer<Float>
  /// Of how many sounds it is: 1...255.
  var sounds = 1
  /// The phrase, as often as the template has it.
  var sequences: [WordSequence] = []

  init() {
    embedding = .allocate(capacity: Self.length)
    embedding.initialize(repeating: 0, count: Self.length)
  }

  deinit {
    imp_voice_erase(embedding, Self.length * MemoryLayout<Float>.size)
    embedding.deallocate()
  }
}

/// What was said, frame by frame. It is erased when it is released.
final class WordSequence {
  static let width = Int(IMP_VOICE_FEATURES)

  /// ``width`` numbers a frame.
  let features: UnsafeMutablePointer<Int8>
  var frames = 0
  private let room: Int

  /// - Parameter room: of frames.
  init(room: Int) {
    self.room = room
    features = .allocate(capacity: max(room, 1) * Self.width)
    features.initialize(repeating: 0, count: max(room, 1) * Self.width)
  }

  deinit {
    imp_voice_erase(features, max(room, 1) * Self.width)
    features.deallocate()
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: features, count: frames * Self.width) }

  /// Whether a sound may have such features.
  var isSpoken: Bool { imp_voice_are_features(features, UInt32(frames)) != 0 }

  /// How unlike two are: 0 and above, infinite where their lengths are too unlike.
  func distance(to other: WordSequence) -> Float {
    imp_voice_distance(features, UInt32(frames), other.features, UInt32(other.frames))
  }
}
