// SPDX-License-Identifier: Apache-2.0
import ImprintMatching
import ImprintModel
import Testing

@testable import ImprintEvaluation

@Suite struct RateCounterTests {
  private let bootstrap = SubjectBootstrap(rounds: 200)

  /// Of 20 people, two templates each: one genuine comparison, and four with every other person.
  private func records(genuine: (Int) -> Float, impostor: (Int, Int) -> Float) -> [ComparisonRecord] {
    var records: [ComparisonRecord] = []
    for person in 0..<20 {
      records.append(
        ComparisonRecord(similarity: genuine(person), probe: UInt32(person), reference: UInt32(person)))
      for other in person + 1..<20 {
        for _ in 0..<4 {
          records.append(
            ComparisonRecord(
              similarity: impostor(person, other), probe: UInt32(person), reference: UInt32(other)))
        }
      }
    }
    return records
  }

  private func counter(_ records: [ComparisonRecord], allAgainstAll: Bool = true) -> RateCounter {
    RateCounter(
      genuine: records.filter(\.isGenuine), impostor: records.filter { !$0.isGenuine }, subjects: 20,
      templatesOfSubject: allAgainstAll ? [Int](repeating: 2, count: 20) : nil, bootstrap)
  }

  @Test func bothRatesCountStrictlyAboveTheThreshold() {
    let counter = counter(
      records(genuine: { $0 < 3 ? 0.5 : 0.9 }, impostor: { $0 == 0 && $1 == 1 ? 0.6 : 0.1 }))
    #expect(counter.falseMatch(above: 0.5).counts == ErrorRate(errors: 4, trials: 760))
    #expect(counter.falseMatch(above: 0.6).counts == ErrorRate(errors: 0, trials: 760))
    #expect(counter.falseNonMatch(above: 0.5).counts == ErrorRate(errors: 3, trials: 20))
    #expect(counter.falseNonMatch(above: 0.4).counts == ErrorRate(errors: 0, trials: 20))
  }

  @Test func noIntervalHasZeroWidthWhateverTheErrors() {
    let counter = counter(records(genuine: { _ in 0.9 }, impostor: { $0 == 0 && $1 == 1 ? 0.6 : 0.1 }))
    for threshold in [Float(0), 0.1, 0.5, 0.6, 0.95] {
      for rate in [counter.falseMatch(above: threshold), counter.falseNonMatch(above: threshold)] {
        #expect(rate.interval.lowerBound < rate.interval.upperBound, "\(threshold)")
        #expect(rate.rate.map { rate.interval.contains($0) } == true)
      }
    }
  }

  @Test func errorsOfOnePersonWidenTheInterval() {
    // 76 false matches: all of person 0, or four each of 19 pairs that share nobody more than needed.
    let one = counter(records(genuine: { _ in 0.9 }, impostor: { first, _ in first == 0 ? 0.6 : 0.1 }))
    let many = counter(
      records(genuine: { _ in 0.9 }, impostor: { $1 == $0 + 1 ? 0.6 : 0.1 }))
    let (narrow, wide) = (many.falseMatch(above: 0.5), one.falseMatch(above: 0.5))
    #expect(narrow.counts == wide.counts)
    #expect(wide.interval.upperBound > 1.3 * narrow.interval.upperBound)
    #expect(wide.interval.upperBound > wide.exact.upperBound)
  }

  @Test func allAgainstAllHasTheTrialsOfTheListedPairs() {
    let records = records(genuine: { _ in 0.9 }, impostor: { $0 % 3 == 0 && $1 % 2 == 0 ? 0.6 : 0.1 })
    let (all, listed) = (counter(records), counter(records, allAgainstAll: false))
    #expect(all.falseMatch(above: 0.5) == listed.falseMatch(above: 0.5))
  }

  @Test func withoutAnErrorTheRuleOfThreeCountsPeopleToo() {
    let counter = counter(records(genuine: { _ in 0.9 }, impostor: { _, _ in 0.1 }))
    let falseMatch = counter.falseMatch(above: 0.5)
    #expect(falseMatch.ruleOfThree?.independent == 3.0 / 760)
    // Ten pairs of people share nobody.
    #expect(falseMatch.ruleOfThree?.people == 3.0 / 10)
    #expect(counter.falseNonMatch(above: 0.5).ruleOfThree?.people == 3.0 / 20)
    #expect(counter.falseMatch(above: 0).ruleOfThree == nil)
  }

  @Test func aGroupHasTheComparisonsAmongItsPeople() {
    let counter = counter(
      records(genuine: { $0 < 3 ? 0.5 : 0.9 }, impostor: { $0 == 0 && $1 == 1 ? 0.6 : 0.1 }))
    let group = counter.among((0..<20).map { $0 < 5 }, templatesOfSubject: [Int](repeating: 2, count: 20))
    #expect(group.falseMatch(above: 0.5).counts == ErrorRate(errors: 4, trials: 40))
    #expect(group.falseNonMatch(above: 0.5).counts == ErrorRate(errors: 3, trials: 5))
    #expect(group.falseMatch(above: 0.5).independent == 2)
  }

  @Test func aPromiseIsJudgedByTheInterval() {
    func verdict(_ errors: Int, of trials: Int, promised: Double) -> PromiseVerdict? {
      PromiseVerdict(
        ComparisonRate(ErrorRate(errors: errors, trials: trials), independent: 10, drawn: nil),
        promised: promised)
    }
    #expect(verdict(100, of: 10_000, promised: 0.01) == .kept)
    #expect(verdict(200, of: 10_000, promised: 0.01) == .exceeded)
    #expect(verdict(40, of: 10_000, promised: 0.01) == .undercut)
    #expect(verdict(0, of: 10_000, promised: 1e-4) == .notShown)
    #expect(verdict(0, of: 10_000, promised: 1e-2) == .undercut)
    // Too few comparisons to keep it, and enough to break it.
    #expect(verdict(5, of: 10_000, promised: 1e-5) == .exceeded)
    #expect(verdict(0, of: 0, promised: 1e-2) == nil)
  }
}
