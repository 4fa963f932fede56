// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import Testing

/// Names of what comparisons are of.
@Suite struct ComparisonUseTests {
  @Test(arguments: ["selfie-to-selfie", "a", "7", "door-2-selfie", String(repeating: "a", count: 63)])
  func aNameOfAManifestIsTaken(name: String) throws {
    let use = try #require(ComparisonUse(name))
    #expect(use.name == name && "\(use)" == name)
    let coded = try JSONEncoder().encode([use])
    #expect(try JSONDecoder().decode([String].self, from: coded) == [name])
    #expect(try JSONDecoder().decode([ComparisonUse].self, from: coded) == [use])
  }

  @Test(arguments: [
    "", "-", "a-", "-a", "a--b", "Selfie", "selfie_to_selfie", "ä", "a b", "a\n",
    String(repeating: "a", count: 64),
  ])
  func anotherNameIsNot(name: String) throws {
    #expect(ComparisonUse(name) == nil)
    let coded = try JSONEncoder().encode([name])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([ComparisonUse].self, from: coded) }
  }

  @Test func theTwoThatAreKnownAreSpeltAsInManifests() {
    #expect(ComparisonUse("selfie-to-selfie") == .selfieToSelfie)
    #expect(ComparisonUse("selfie-to-document") == .selfieToDocument)
  }
}
