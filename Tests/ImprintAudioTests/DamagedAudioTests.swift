// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintAudio
import Testing

/// Bytes that are no sound, or no longer.
@Suite struct DamagedAudioTests {
  private let clip: AudioClip
  private let wav: [UInt8]
  private let flac: [UInt8]

  init() throws {
    let sound = zip(Sounds.sine(0.3, seconds: 0.2), Sounds.hush(seconds: 0.2)).map { $0 + $1 }
    clip = try #require(AudioClip(rate: 16_000, channels: 1, samples: Sounds.s16(sound)))
    wav = try AudioEncoder.encode(clip, as: .wav)
    flac = try AudioEncoder.encode(clip, as: .flac)
  }

  private func code(_ bytes: [UInt8], limit: AudioFileLimit = .standard) -> AudioError.Code? {
    do {
      _ = try AudioDecoder.decode(bytes, limit: limit)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func whatIsNoSoundIsRefused() {
    #expect(code([]) == .notAudio)
    #expect(code(Array("hello world".utf8)) == .notAudio)
    #expect(code(Array("OggS".utf8) + [UInt8](repeating: 0, count: 100)) == .notAudio)
  }

  @Test func aFileThatIsCutAnywhereIsRefused() {
    for (whole, step) in [(wav, 97), (flac, 41)] {
      for count in stride(from: 0, to: whole.count - 1, by: step) {
        #expect(code(Array(whole[..<count])) != nil, "\(count) of \(whole.count) bytes")
      }
      #expect(code(Array(whole.dropLast(1))) != nil)
    }
  }

  /// A damaged FLAC file never gives other sound than it had: each frame has a checksum.
  @Test func aFlacFileThatWasChangedGivesTheSameSoundOrNone() {
    for index in stride(from: 0, to: flac.count, by: 23) {
      var bytes = flac
      bytes[index] ^= 0x10
      guard let back = try? AudioDecoder.decode(bytes) else { continue }
      // What says how the sound is played is not under a checksum.
      #expect(back.samples.isIdentical(to: clip.samples) || index < 42, "byte \(index)")
    }
  }

  @Test func aHeaderThatClaimsMoreThanTheLimitTakesNoMemory() {
    #expect(code(wav, limit: AudioFileLimit(samples: clip.frames)) == nil)
    #expect(code(wav, limit: AudioFileLimit(samples: clip.frames - 1)) == .tooLong)
    #expect(code(flac, limit: AudioFileLimit(samples: clip.frames - 1)) == .tooLong)
    // 36 bits of FLAC's STREAMINFO say how many there are: all of them set.
    var claim = flac
    claim[21] |= 0x0F
    for index in 22..<26 { claim[index] = 0xFF }
    #expect(code(claim) == .tooLong)
  }

  @Test func codecsThatAreNotReadAreRefused() {
    // IMA ADPCM and MP3 in a WAV file.
    for codec: UInt8 in [0x11, 0x55] {
      var bytes = wav
      bytes[20] = codec
      #expect([.unsupported, .damaged].contains(code(bytes)))
    }
  }

  @Test(arguments: [(22, 0), (24, 0)])
  func noChannelsOrRateIsRefused(offset: Int, value: UInt8) {
    var bytes = wav
    for index in offset..<offset + (offset == 22 ? 2 : 4) { bytes[index] = value }
    #expect(code(bytes) != nil)
  }

  @Test func aSampleThatIsNoNumberIsRefused() throws {
    let floats = try #require(AudioClip(rate: 8000, channels: 1, samples: .float32([0, 0.5, 1])))
    var bytes = try AudioEncoder.encode(floats, as: .wav)
    let end = bytes.count
    bytes.replaceSubrange(end - 4..<end, with: [0, 0, 0xC0, 0x7F])
    #expect(code(bytes) == .damaged)
  }

  @Test func everyByteThatIsChangedIsASoundOrAnError() {
    for whole in [Array(wav[..<600]), wav, flac] {
      for index in 0..<min(whole.count, 128) {
        for value: UInt8 in [0, 0x7F, 0x80, 0xFF] {
          var bytes = whole
          bytes[index] = value
          guard let clip = try? AudioDecoder.decode(bytes, limit: AudioFileLimit(samples: 1 << 16)) else {
            continue
          }
          #expect(clip.samples.count <= 1 << 16 && clip.samples.count == clip.frames * clip.channels)
        }
      }
    }
  }

  @Test func aiffIsReadToo() throws {
    // FORM AIFF: COMM of 1 channel, 2 frames, 16 bits, 8000/s as an 80-bit float; SSND.
    let comm: [UInt8] = [0, 1, 0, 0, 0, 2, 0, 16, 0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0]
    let ssnd: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0x12, 0x34, 0xFF, 0xFE]
    let body =
      Array("AIFF".utf8) + Array("COMM".utf8) + [0, 0, 0, 18] + comm + Array("SSND".utf8)
      + [0, 0, 0, UInt8(ssnd.count)] + ssnd
    let bytes = Array("FORM".utf8) + [0, 0, 0, UInt8(body.count)] + body
    let clip = try AudioDecoder.decode(bytes)
    #expect(clip.rate == 8000 && clip.samples == .s16([0x1234, -2]))
  }
}
