// SPDX-License-Identifier: Apache-2.0
import CVoice
import Testing
import VoiceSamples

/// What was said, and how unlike two of them are.
@Suite struct WordTests {
  private static let speaker = SyntheticSpeaker(number: 1)
  private static let width = Int(IMP_VOICE_FEATURES)

  static func features(_ samples: [Float]) throws -> [Int8] {
    let sound = try #require(imp_voice_sound_create(samples, samples.count))
    defer { imp_voice_sound_destroy(sound) }
    var features = [Int8](repeating: 0, count: Int(IMP_VOICE_MOST_FRAMES) * width)
    let frames = Int(imp_voice_sound_features(sound, &features))
    return Array(features[..<(frames * width)])
  }

  private static func distance(_ one: [Int8], _ other: [Int8]) -> Float {
    imp_voice_distance(one, UInt32(one.count / width), other, UInt32(other.count / width))
  }

  @Test func theSameWordsAreLessUnlikeThanOthers() throws {
    for speaker in 1...4 {
      let speaker = SyntheticSpeaker(number: speaker)
      let first = try Self.features(speaker.says([0, 1, 2, 3], take: 1))
      let again = Self.distance(first, try Self.features(speaker.says([0, 1, 2, 3], take: 2)))
      let other = Self.distance(first, try Self.features(speaker.says([4, 7, 1, 6], take: 3)))
      let turned = Self.distance(first, try Self.features(speaker.says([3, 2, 1, 0], take: 4)))
      #expect(again * 1.4 < other && again * 1.4 < turned, "\(again), \(other), \(turned)")
    }
  }

  @Test func distanceIsTheSameEitherWayAnd0OfItself() throws {
    let one = try Self.features(Self.speaker.says([0, 1, 2, 3], take: 1))
    let other = try Self.features(Self.speaker.says([3, 1, 2, 5, 6], take: 2))
    #expect(Self.distance(one, other) == Self.distance(other, one))
    #expect(Self.distance(one, one) == 0 && Self.distance(one, other) > 0)
  }

  @Test func lengthsThatAreTooUnlikeOrNoneAreInfinitelyUnlike() throws {
    let short = try Self.features(Self.speaker.says([0, 1], take: 1))
    let long = try Self.features(Self.speaker.says([0, 1, 2, 3, 4, 5, 6], take: 1))
    #expect(Self.distance(short, long) == .infinity && Self.distance(long, short) == .infinity)
    #expect(Self.distance(Array(short.prefix(19 * Self.width)), short) == .infinity)
    #expect(Self.distance([], []) == .infinity)
  }

  @Test func featuresAreWhatASoundHasAndOtherBytesAreNot() throws {
    let features = try Self.features(Self.speaker.says([0, 1, 2, 3], take: 1))
    let frames = UInt32(features.count / Self.width)
    #expect(frames > 50 && imp_voice_are_features(features, frames) != 0)
    // The mean of everybody is near everybody: no sound is.
    let nobody = [Int8](repeating: 0, count: features.count)
    #expect(imp_voice_are_features(nobody, frames) == 0)
    #expect(imp_voice_are_features(features.map { $0 / 4 }, frames) == 0)
    #expect(imp_voice_are_features(features.map { $0 &+ 9 }, frames) == 0)
    let halves = features.indices.map { Int8($0 / Self.width % 2 == 0 ? -127 : 127) }
    #expect(imp_voice_are_features(halves, frames) == 0)
    #expect(imp_voice_are_features(features, 19) == 0 && imp_voice_are_features(features, .max) == 0)
  }

  @Test func phraseThatIsTooLongOrTooShortHasNoFeatures() throws {
    #expect(try Self.features(Self.speaker.speaks(seconds: 20, take: 1)).isEmpty)
    #expect(try Self.features(Self.speaker.says([], take: 1)).isEmpty)
    let longest = try Self.features(Self.speaker.speaks(seconds: 5, take: 1))
    #expect(!longest.isEmpty && longest.count <= Int(IMP_VOICE_MOST_FRAMES) * Self.width)
  }

  @Test func pausesBetweenWordsMakeLittleDifference() throws {
    let parts = [[0, 1], [2, 3]].map { Self.speaker.says($0, take: 1, noise: 0) }
    let pause = [Float](repeating: 0, count: 4000)
    let (near, apart) = (
      try Self.features(parts[0] + parts[1]), try Self.features(parts[0] + pause + parts[1])
    )
    #expect(Self.distance(near, apart) < 0.2)
  }
}
