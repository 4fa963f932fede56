// SPDX-License-Identifier: Apache-2.0
import ImprintAudio
@testable import ImprintListening
import TestSupport
import Testing

@Suite struct ClipSoundTests {
  private func clip(_ samples: [Float], rate: Int) throws -> AudioClip {
    try #require(AudioClip(rate: rate, channels: 1, samples: .float32(samples)))
  }

  private func pieces(_ sound: inout ClipSound) async throws -> [[Float]] {
    var pieces: [[Float]] = []
    while let piece = try await sound.next() { pieces.append(piece) }
    return pieces
  }

  @Test(arguments: [8000, 16_000, 22_050])
  func piecesOfASecondAreTheWholeSound(rate: Int) async throws {
    let clip = try clip(Sound.voice(rate * 5 / 2), rate: rate)
    var sound = try ClipSound(clip, rate: 16_000)
    let pieces = try await pieces(&sound)
    #expect(pieces.count == 3 && pieces.allSatisfy { $0.count <= 16_000 })
    #expect(try Array(pieces.joined()) == clip.speech(at: 16_000))
    #expect(sound.isAtEnd && sound.position == 40_000)
  }

  @Test func whatIsGivenBackIsTheNextPiece() async throws {
    let voice = Sound.voice(12_000)
    var sound = try ClipSound(try clip(voice, rate: 8000), rate: 8000)
    let first = try #require(try await sound.next())
    sound.giveBack(first.suffix(100))
    #expect(sound.position == 7900 && !sound.isAtEnd)
    #expect(try await pieces(&sound) == [Array(voice[7900..<8000]), Array(voice[8000...])])
    sound.giveBack(voice.suffix(10))
    #expect(!sound.isAtEnd)
    #expect(try await sound.next()?.count == 10)
    #expect(sound.isAtEnd)
  }

  @Test func noSoundHasNoPieces() async throws {
    var sound = try ClipSound(try clip([], rate: 8000), rate: 16_000)
    #expect(sound.isAtEnd)
    #expect(try await sound.next() == nil)
  }

  @Test func aRateOfNoSpeechIsRefusedAsSound() throws {
    let clip = try clip([0, 0], rate: 1)
    let error = #expect(throws: ListeningError.self) { try ClipSound(clip, rate: 16_000) }
    #expect(error?.code == .sound)
  }

  @Test func samplesThatAreNoNumbersAreRefusedAsSound() async throws {
    var sound = try ClipSound(try clip([0, .nan], rate: 16_000), rate: 16_000)
    let error = await #expect(throws: ListeningError.self) { try await sound.next() }
    #expect(error?.code == .sound)
  }
}
