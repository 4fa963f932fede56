// SPDX-License-Identifier: Apache-2.0
import ImprintMatching
import Testing

@Suite struct SubjectBootstrapTests {
  /// Forty people; the genuine comparisons of the first four fail, each of ten pictures.
  private func records(perPerson: Int) -> (genuine: [ComparisonRecord], impostor: [ComparisonRecord]) {
    var random = SeededGenerator(seed: 3)
    var genuine: [ComparisonRecord] = []
    var impostor: [ComparisonRecord] = []
    for person in 0..<UInt32(40) {
      for _ in 0..<perPerson {
        genuine.append(
          ComparisonRecord(
            similarity: person < 4 ? Float.random(in: 0..<0.3, using: &random) : 0.9, probe: person,
            reference: person))
        impostor.append(
          ComparisonRecord(
            similarity: Float.random(in: 0..<0.5, using: &random), probe: person,
            reference: (person + 1) % 40))
      }
    }
    return (genuine, impostor)
  }

  private func interval(perPerson: Int, seed: UInt64 = 1) throws -> ClosedRange<Double> {
    let (genuine, impostor) = records(perPerson: perPerson)
    return try #require(
      SubjectBootstrap(rounds: 300, seed: seed).equalErrorRateInterval(
        genuine: genuine, impostor: impostor, subjects: 40))
  }

  @Test func theIntervalHoldsTheMeasuredRate() throws {
    let (genuine, impostor) = records(perPerson: 10)
    let rate = try #require(
      VerificationAccuracy(records: genuine + impostor, subjects: 40).equalErrorRate
    ).rate
    #expect(try interval(perPerson: 10).contains(rate))
  }

  @Test func theSameSeedGivesTheSameInterval() throws {
    #expect(try interval(perPerson: 10, seed: 9) == interval(perPerson: 10, seed: 9))
  }

  /// The first numbers that the authors' own program prints for seed 0.
  @Test func theGeneratorIsSplitMix64() {
    var random = SeededGenerator(seed: 0)
    #expect(random.next() == 0xE220_A839_7B1D_CDAF)
    #expect(random.next() == 0x6E78_9E6A_A1B9_65F4)
  }

  /// The point of drawing people: more pictures of the same few people who fail tell no more about how
  /// many people fail.
  @Test func morePicturesOfTheSamePeopleDoNotNarrowTheInterval() throws {
    let few = try interval(perPerson: 5)
    let many = try interval(perPerson: 50)
    let narrowing = (many.upperBound - many.lowerBound) / (few.upperBound - few.lowerBound)
    #expect(narrowing > 0.6, "with independent comparisons it would be near 0.3")
  }

  @Test func oneSubjectGivesNoInterval() {
    let one = ComparisonRecord(similarity: 1, probe: 0, reference: 0)
    #expect(
      SubjectBootstrap(rounds: 40).equalErrorRateInterval(genuine: [one], impostor: [], subjects: 1) == nil)
  }

  @Test func falseMatchesAreCountedAgainstEveryPairOfDifferentPeople() throws {
    let people = 30
    let templates = [Int](repeating: 2, count: people)
    var errors: [ComparisonRecord] = []
    for a in 0..<UInt32(people) {
      for b in (a + 1)..<UInt32(people) where a + 1 < UInt32(people) {
        // One of the four comparisons of each pair of people is an error: whoever is drawn, the rate is 1/4.
        errors.append(ComparisonRecord(similarity: 1, probe: a, reference: b))
      }
    }
    let interval = try #require(
      SubjectBootstrap(rounds: 100).falseMatchRateInterval(errors: errors, templatesOfSubject: templates))
    #expect(abs(interval.lowerBound - 0.25) < 1e-12)
    #expect(abs(interval.upperBound - 0.25) < 1e-12)
  }
}
