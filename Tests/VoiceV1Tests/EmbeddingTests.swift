// SPDX-License-Identifier: Apache-2.0
import CVoice
import Testing

@Suite struct EmbeddingTests {
  private static let length = Int(IMP_VOICE_LENGTH)

  private static func answer(_ seed: Int) -> [Float] {
    (0..<length).map { index in
      let mixed = UInt32(truncatingIfNeeded: index * 7919 + seed * 104_729) &* 2_654_435_761
      return (mixed >> 13) & 1 == 0 ? 0 : Float(mixed >> 8) / Float(1 << 24)
    }
  }

  private static func unit(_ answers: [[Float]]) -> [Float]? {
    var (sum, unit) = ([Double](repeating: 0, count: length), [Float](repeating: -1, count: length))
    for answer in answers where imp_voice_add(answer, &sum) == 0 { return nil }
    return imp_voice_direction(sum, &unit) != 0 ? unit : nil
  }

  @Test func eachAnswerCountsTheSameWhateverItsLength() throws {
    let (one, other) = (Self.answer(1), Self.answer(2))
    let mean = try #require(Self.unit([one, other]))
    let scaled = try #require(Self.unit([one.map { $0 * 8 }, other]))
    #expect(zip(mean, scaled).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(imp_voice_is_unit(mean) != 0)
    #expect(imp_voice_cosine(mean, try #require(Self.unit([one]))) > 0.7)
  }

  @Test func anAnswerWithoutADirectionIsRefusedAndAddsNothing() {
    for wrong: Float in [0, .nan, .infinity, 1e30] {
      var sum = [Double](repeating: 0.25, count: Self.length)
      #expect(imp_voice_add([Float](repeating: wrong, count: Self.length), &sum) == 0)
      #expect(sum.allSatisfy { $0 == 0.25 })
    }
    #expect(Self.unit([]) == nil)
  }

  @Test func cosineIsTheSameEitherWayAnd1OfItself() throws {
    let (one, other) = (try #require(Self.unit([Self.answer(1)])), try #require(Self.unit([Self.answer(2)])))
    #expect(imp_voice_cosine(one, other) == imp_voice_cosine(other, one))
    #expect(imp_voice_cosine(one, one) > 0.99999 && imp_voice_cosine(one, one) <= 1)
    #expect((0.1...0.9).contains(imp_voice_cosine(one, other)))
  }

  @Test func whatIsNoUnitVectorOfAVoiceIsFound() throws {
    let unit = try #require(Self.unit([Self.answer(1)]))
    func isUnit(_ change: (inout [Float]) -> Void) -> Bool {
      var changed = unit
      change(&changed)
      return imp_voice_is_unit(changed) != 0
    }
    #expect(isUnit { _ in })
    #expect(!isUnit { $0 = $0.map { $0 * 1.001 } } && !isUnit { $0 = $0.map { _ in 0 } })
    #expect(!isUnit { $0[3] = .nan } && !isUnit { $0[3] = .infinity })
    // The encoder answers nothing below 0.
    #expect(!isUnit { $0 = $0.map { -$0 } })
  }

  @Test func memoryIsOverwritten() {
    var secret = [UInt8](repeating: 0x5a, count: 64)
    imp_voice_erase(&secret, secret.count)
    #expect(secret.allSatisfy { $0 == 0 })
    imp_voice_erase(nil, 0)
  }
}
