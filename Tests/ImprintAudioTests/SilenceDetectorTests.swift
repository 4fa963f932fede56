// SPDX-License-Identifier: Apache-2.0
import ImprintAudio
import Testing

@Suite struct SilenceDetectorTests {
  private func voice(_ decibels: Double, _ seconds: Double) -> [Float] {
    Sounds.sine(Sounds.amplitude(decibels), seconds: seconds, frequency: 200)
  }

  private func detector(_ sound: [Float], rule: SilenceRule = SilenceRule()) -> SilenceDetector {
    var detector = SilenceDetector(rule, rate: 16_000, channels: 1)
    detector.add(sound)
    return detector
  }

  @Test func soundBeginsAndEndsWhereItDoes() throws {
    let sound = Sounds.hush(seconds: 0.5) + voice(-20, 1) + Sounds.hush(seconds: 1)
    let detector = detector(sound)
    #expect(detector.state == .ended)
    // To a window of 20 ms.
    let heard = try #require(detector.heard)
    #expect(abs(heard.lowerBound - 8_000) <= 320 && abs(heard.upperBound - 24_000) <= 320)
  }

  @Test func aPauseBetweenWordsIsNotTheEnd() {
    let sound = voice(-20, 0.5) + Sounds.hush(seconds: 0.7) + voice(-20, 0.5) + Sounds.hush(seconds: 0.7)
    #expect(detector(sound).state == .sound)
    #expect(detector(sound + Sounds.hush(seconds: 0.2)).state == .ended)
  }

  @Test func aClickIsNotABeginning() {
    let click = Sounds.hush(seconds: 0.1) + voice(-10, 0.04) + Sounds.hush(seconds: 1)
    #expect(detector(click).state == .waiting)
    #expect(detector(click).heard == nil)
  }

  /// Between both thresholds it goes on where it had begun, and does not begin where it had not.
  @Test func aLevelBetweenTheThresholdsChangesNothing() {
    #expect(detector(voice(-43, 2)).state == .waiting)
    #expect(detector(voice(-20, 0.5) + voice(-43, 3)).state == .sound)
    #expect(detector(voice(-20, 0.5) + voice(-47, 3)).state == .ended)
  }

  @Test func aConstantOffsetIsNoSound() {
    let offset = Sounds.hush(seconds: 2).map { $0 + 0.1 }
    #expect(detector(offset).state == .waiting)
  }

  @Test func nothingHeardIsSaidWhenPatienceEnds() {
    let rule = SilenceRule(patience: .seconds(1))
    #expect(detector(Sounds.hush(seconds: 0.99), rule: rule).state == .waiting)
    #expect(detector(Sounds.hush(seconds: 1.01), rule: rule).state == .nothingHeard)
    // Sound that is just beginning is waited for.
    #expect(detector(Sounds.hush(seconds: 0.98) + voice(-20, 0.5), rule: rule).state == .sound)
  }

  @Test func aLoudRoomNeedsARuleAboveItsNoise() {
    let fan = voice(-38, 3)
    #expect(detector(fan).state == .sound)
    let rule = SilenceRule.above(noise: -38)
    #expect(detector(fan, rule: rule).state == .waiting)
    #expect(detector(fan + voice(-20, 1) + fan, rule: rule).state == .ended)
    // A quiet room does not make it more sensitive.
    #expect(SilenceRule.above(noise: -90) == SilenceRule())
  }

  @Test func theLoudestChannelCounts() {
    var detector = SilenceDetector(rate: 16_000, channels: 2)
    detector.add(voice(-20, 0.5).flatMap { [0, $0] })
    #expect(detector.state == .sound)
  }

  @Test(arguments: [1, 7, 319, 320, 4096])
  func piecesOfAnySizeGiveTheSame(frames: Int) {
    let sound = Sounds.hush(seconds: 0.3) + voice(-20, 0.7) + Sounds.hush(seconds: 1)
    let whole = detector(sound)
    var inPieces = SilenceDetector(rate: 16_000, channels: 1)
    for start in stride(from: 0, to: sound.count, by: frames) {
      inPieces.add(sound[start..<min(start + frames, sound.count)])
    }
    #expect(inPieces.state == whole.state && inPieces.heard == whole.heard)
  }
}
