// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintAudio
import TestSupport
import Testing

@Suite struct AudioFileTests {
  private static let noise: [Int32] = {
    var state: UInt32 = 7
    return (0..<3000).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int32(bitPattern: state)
    }
  }()

  /// Each kind of sample, with the ends of its range.
  static let samples: [AudioSamples] = [
    .s16([.min, .max, 0, -1] + noise.map { Int16(truncatingIfNeeded: $0) }),
    .s32([.min, .max, 0, -1] + noise),
    .s32([.min, 0x7FFF_FF00, 0, -256] + noise.map { $0 & ~0xFF }),
    .float32([-1, 1, 1.5, -0.0] + noise.map { Float($0) / 0x8000_0000 }),
  ]

  private func clip(_ samples: AudioSamples, rate: Int = 16_000, channels: Int = 1) throws -> AudioClip {
    try #require(AudioClip(rate: rate, channels: channels, samples: samples))
  }

  @Test(arguments: samples, [(8_000, 1), (16_000, 2), (44_100, 1), (48_000, 4)])
  func waveFilesGiveBackEverySample(samples: AudioSamples, shape: (rate: Int, channels: Int)) throws {
    let clip = try clip(samples, rate: shape.rate, channels: shape.channels)
    let path = try TemporaryFolder().path + "/sound.wav"
    try AudioFile.write(clip, to: path)
    let back = try AudioFile.read(path)
    #expect(back.rate == shape.rate && back.channels == shape.channels)
    #expect(back.samples.isIdentical(to: samples))
  }

  @Test(arguments: [samples[0], samples[2]], [(8_000, 1), (44_100, 2), (48_000, 4)])
  func flacFilesGiveBackEverySample(samples: AudioSamples, shape: (rate: Int, channels: Int)) throws {
    let clip = try clip(samples, rate: shape.rate, channels: shape.channels)
    let path = try TemporaryFolder().path + "/sound.FLAC"
    try AudioFile.write(clip, to: path)
    #expect(try Data(contentsOf: URL(filePath: path)).prefix(4) == Data("fLaC".utf8))
    #expect(try AudioFile.read(path).samples.isIdentical(to: samples))
  }

  @Test func speechIsSmallerAsFlac() throws {
    let clip = try clip(Sounds.s16(Sounds.sine(0.2, seconds: 2)))
    let (wav, flac) = (
      try AudioEncoder.encode(clip, as: .wav).count, try AudioEncoder.encode(clip, as: .flac).count
    )
    #expect(wav == 64_044 && flac < wav * 3 / 4)
  }

  /// The samples that lie in the file, not what libsndfile makes of its own.
  @Test func aWaveFileHasTheSamplesBehindItsHeader() throws {
    let bytes = try AudioEncoder.encode(try clip(.s16([1, -2, 0x1234])), as: .wav)
    #expect(Array(bytes.suffix(6)) == [1, 0, 0xFE, 0xFF, 0x34, 0x12])
    #expect(Array(bytes[20..<28]) == [1, 0, 1, 0, 0x80, 0x3E, 0, 0])
  }

  @Test func theSameSoundGivesTheSameBytes() throws {
    let clip = try clip(Self.samples[3])
    #expect(try AudioEncoder.encode(clip, as: .wav) == AudioEncoder.encode(clip, as: .wav))
  }

  @Test(arguments: [samples[1], samples[3]])
  func whatFlacWouldChangeIsRefused(samples: AudioSamples) throws {
    let folder = try TemporaryFolder()
    let clip = try clip(samples)
    #expect(code { try AudioFile.write(clip, to: folder.path + "/a.flac") } == .unsupported)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func soundOfNoLengthIsAWaveFileAndNoFlac() throws {
    let clip = try clip(.s16([]))
    #expect(try AudioDecoder.decode(AudioEncoder.encode(clip, as: .wav)).frames == 0)
    #expect(code { _ = try AudioEncoder.encode(clip, as: .flac) } == .unsupported)
  }

  @Test func aFileIsReplacedWholeAndNothingIsLeftBeside() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.wav"
    try AudioFile.write(try clip(Self.samples[0]), to: path)
    try AudioFile.write(try clip(.s16([1, 2])), to: path)
    #expect(try AudioFile.read(path).samples == .s16([1, 2]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.wav"])
    // A voice is its owner's alone.
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func pathsThatCannotBeWrittenSayWhy() throws {
    let clip = try clip(.s16([1]))
    #expect(code { try AudioFile.write(clip, to: "/nowhere/at/all/a.wav") } == .missing)
    #expect(code { try AudioFile.write(clip, to: "a.mp3") } == .unsupported)
    #expect(code { try AudioFile.write(clip, to: "/proc/a.wav") } != nil)
    #expect(code { try AudioFile.write(clip, to: "/tmp/", as: .wav) } == .notAudio)
  }

  @Test func pathsThatCannotBeReadSayWhy() throws {
    let folder = try TemporaryFolder()
    #expect(code { _ = try AudioFile.read(folder.path + "/none.wav") } == .missing)
    #expect(code { _ = try AudioFile.read(folder.path) } == .notAudio)
    #expect(code { _ = try AudioFile.read("/dev/zero") } == .notAudio)
  }

  private func code(_ work: () throws -> Void) -> AudioError.Code? {
    do {
      try work()
      return nil
    } catch {
      return (error as? AudioError)?.code
    }
  }
}
