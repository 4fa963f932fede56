// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintCheck

struct CheckCatalogTests {
  @Test func idsAreUnique() {
    let ids = CheckCatalog.all.map(\.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test func idsHaveTheirFormAndTheirGroup() {
    for check in CheckCatalog.all {
      #expect(check.id.wholeMatch(of: /[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(check.id)")
      #expect(check.id.hasPrefix("\(check.group.rawValue)."), "\(check.id)")
    }
  }

  @Test func groupsFollowOneAnother() {
    let names = CheckCatalog.groups.map(\.rawValue)
    #expect(Set(names).count == names.count, "\(names)")
  }

  @Test func titlesAreSentencesAndRulesHaveTheirForm() {
    for check in CheckCatalog.all {
      #expect(check.title.hasSuffix("."), "\(check.id)")
      #expect(check.rules.allSatisfy { $0.wholeMatch(of: /R-\d\d/) != nil }, "\(check.id)")
      #expect(Set(check.rules).count == check.rules.count, "\(check.id)")
    }
  }

  @Test func theSameSeedAndCheckGiveTheSameNumbers() {
    func numbers(_ seed: UInt64, _ check: String) -> [UInt64] {
      var random = CheckRandom(seed: seed, check: check)
      return (0..<4).map { _ in random.next() }
    }
    #expect(numbers(1, "a.b") == numbers(1, "a.b"))
    #expect(numbers(1, "a.b") != numbers(2, "a.b"))
    #expect(numbers(1, "a.b") != numbers(1, "a.c"))
  }

  @Test func theGeneratorIsThePublishedOne() {
    // The reference implementation's first numbers for the state 1234567.
    var random = CheckRandom(seed: 1_234_567 ^ 0xcbf2_9ce4_8422_2325, check: "")
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
  }

  @Test(arguments: [
    ("load.loads:7", 7 as UInt64?), ("load.loads", nil), (":7", nil), ("a:-1", nil), ("a:1x", nil),
  ])
  func aSeedIsReadAsItIsPrinted(_ text: String, _ seed: UInt64?) {
    #expect(CheckSeed(text)?.seed == seed)
    if seed != nil { #expect(CheckSeed(text)?.description == text) }
  }
}
