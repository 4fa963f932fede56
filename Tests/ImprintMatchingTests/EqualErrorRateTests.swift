// SPDX-License-Identifier: Apache-2.0
import ImprintMatching
import Testing

@Suite struct EqualErrorRateTests {
  private func rate(_ genuine: [Float], _ impostor: [Float]) throws -> EqualErrorRate {
    try #require(
      EqualErrorRate.of(
        genuine: SimilarityDistribution(genuine), impostor: SimilarityDistribution(impostor)))
  }

  @Test func ratesThatMeetAtAThresholdAreTakenThere() throws {
    // With 0.4 as threshold 1 of 4 impostors (0.5) matches and 1 of 4 genuine (0.4) does not.
    let equal = try rate([0.8, 0.4, 0.7, 0.6], [0.3, 0.5, 0.1, 0.2])
    #expect(abs(equal.rate - 0.25) < 1e-12)
    #expect(abs(equal.threshold - 0.4) < 1e-7)
  }

  @Test func betweenThresholdsTheCrossingIsInterpolated() throws {
    // At 0.3: 1/4 and 0. At 0.35: 1/4 and 1/3. Straight lines meet three quarters of the way.
    let equal = try rate([0.35, 0.8, 0.9], [0.1, 0.2, 0.3, 0.4])
    #expect(abs(equal.rate - 0.25) < 1e-12)
    #expect(abs(equal.threshold - 0.3375) < 1e-6)
  }

  @Test func separatedListsHaveNoEqualError() throws {
    #expect(try rate([0.8, 0.9], [0.1, 0.2]).rate == 0)
  }

  @Test func listsThatCannotBeToldApartHaveOneHalf() throws {
    #expect(try rate([0.5], [0.5]).rate == 0.5)
    #expect(try rate([0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 0.3, 0.4]).rate == 0.5)
  }

  @Test func reversedListsHaveOne() throws {
    #expect(try rate([0.1, 0.2], [0.8, 0.9]).rate == 1)
  }

  @Test func anEmptyListHasNone() {
    let empty = SimilarityDistribution([])
    let one = SimilarityDistribution([0.5])
    #expect(EqualErrorRate.of(genuine: empty, impostor: one) == nil)
    #expect(EqualErrorRate.of(genuine: one, impostor: empty) == nil)
  }
}
