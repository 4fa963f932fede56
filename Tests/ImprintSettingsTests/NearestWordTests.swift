// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintSettings

@Suite struct NearestWordTests {
  private let words = ["matcher", "models", "features", "id", "abi", "face", "finger"]

  @Test(arguments: [
    ("mathcer", "matcher"), ("Matcher", "matcher"), ("model", "models"), ("feature", "features"),
    ("abl", "abi"),
    ("fase", "face"), ("fingre", "finger"),
  ])
  func mistypedWordFindsItself(word: String, nearest: String) {
    #expect(NearestWord.to(word, among: words) == nearest)
  }

  @Test(arguments: ["", "xyzzy", "q", "zz", "template", String(repeating: "a", count: 100_000)])
  func farWordFindsNothing(word: String) {
    #expect(NearestWord.to(word, among: words) == nil)
  }

  @Test func swappedNeighboursAreOneStep() {
    #expect(NearestWord.distance(Array("ab".utf8), Array("ba".utf8)) == 1)
    #expect(NearestWord.distance(Array("kitten".utf8), Array("sitting".utf8)) == 3)
    #expect(NearestWord.distance([], Array("abc".utf8)) == 3)
  }
}
