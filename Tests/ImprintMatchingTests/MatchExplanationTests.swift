// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import Testing

@testable import ImprintMatching

/// What explanations say, to people and to programs.
@Suite struct MatchExplanationTests {
  /// One of each kind, with something in every field that may be empty.
  private func explanations() throws -> [MatchExplanation] {
    let matcher = TemplateMatcher(
      algorithm: FakeAlgorithm(), calibrations: try fakeTable(),
      intendedUses: IntendedUses(own: [.selfieToSelfie], others: []))
    let candidate = BiometricCandidate(templates: [
      try fakeTemplate(9, quality: 61), try fakeTemplate(9, algorithm: "acme.other"),
    ])
    let reference = BiometricReference(
      user: "ada", templates: [try fakeTemplate(10), try fakeTemplate(9, samples: 3), try fakeTemplate(0)])
    return [
      try matcher.authenticateBlocking(
        AuthenticationOptions(
          modality: .face, policy: .falseMatchRate(1e-6), minimumQuality: 5, use: .selfieToDocument),
        candidate: candidate, reference: reference
      ).explanation,
      try matcher.identifyBlocking(
        IdentificationOptions(modality: .face, maximumCandidates: 3), candidate: candidate,
        references: [reference, BiometricReference(user: "eve", templates: [])]
      ).explanation,
    ]
  }

  @Test func jsonIsWhatCodableWritesAndReads() throws {
    let encoder = JSONEncoder()
    for explanation in try explanations() {
      let coded = try encoder.encode(explanation)
      #expect(try JSONDecoder().decode(MatchExplanation.self, from: coded) == explanation)
      // Written by hand, so that the library needs no Foundation; where a value is missing it is null.
      let text = Data(explanation.json.text.utf8)
      #expect(try JSONDecoder().decode(MatchExplanation.self, from: text) == explanation)
      let (left, right) = (try Self.object(coded), try Self.object(text))
      #expect(left == right)
    }
  }

  /// Without what is null.
  private static func object(_ data: Data) throws -> NSDictionary {
    func bare(_ value: Any) -> Any {
      switch value {
      case let object as [String: Any]: object.filter { !($0.value is NSNull) }.mapValues(bare)
      case let list as [Any]: list.map(bare)
      default: value
      }
    }
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return NSDictionary(dictionary: try #require(bare(object) as? [String: Any]))
  }

  @Test func itSaysScoresThresholdsCalibrationsAndQualities() throws {
    let told = try explanations()[0]
    #expect(
      told.kind == .authentication && told.plugin == "dev.example.fake" && told.format == "example.fake")
    #expect(
      told.asked.policy == .falseMatchRate && told.asked.value == 1e-6 && told.asked.minimumQuality == 5)
    #expect(told.asked.use == .selfieToDocument && told.asked.otherUses == .warn)
    #expect(told.otherUse?.code == "other-use")
    #expect(abs(told.threshold.score - 4500) < 1e-9 && told.threshold.isExtrapolated)
    #expect(abs(told.threshold.matchingThreshold - 72) < 1e-9)
    #expect(told.candidates.map(\.quality) == [61, nil])
    #expect(told.candidates.map(\.format) == ["example.fake/2", "acme.other/2"])
    #expect(told.references.map(\.samples) == [1, 3, 1])
    #expect(told.compared.map(\.calibration) == told.calibrations.map(\.number))
    #expect(told.calibrations.map(\.population) == ["numbers"])
    #expect(abs((told.calibrations.first?.supportedUpTo ?? 0) - 3500) < 1e-9)
    let search = try explanations()[1]
    #expect(search.kind == .identification && search.searched == 1 && search.asked.maximumCandidates == 3)
    #expect(search.asked.use == nil && search.otherUse == nil)
    #expect(search.asked.gallery == 1 && search.asked.value == 1e-3)
    #expect(search.compared.map(\.user) == ["ada"] && search.compared.map(\.qualities) == [[nil, nil, nil]])
  }

  @Test func theTextHasALineForEachAndSaysAllOfIt() throws {
    let all = try explanations()
    #expect(all.map(\.isMatch) == [false, true])
    for told in all {
      let text = told.description
      let lines = text.split(separator: "\n")
      let count =
        3 + (told.otherUse == nil ? 0 : 1) + told.candidates.count + told.references.count
        + told.compared.count + told.calibrations.count
        + told.passedOver.count
      #expect(lines.count == count, "\(text)")
      #expect(text.hasPrefix(told.isMatch ? "match" : "no match"))
      for words in ["quality 61", "measured 2026-11-21", "not-calibrated", "acme.other"] {
        #expect(text.contains(words), "\(words): \(text)")
      }
    }
  }

  @Test func aScoreJustAboveItsThresholdIsShownAsAbove() throws {
    let result = try fakeMatcher().authenticateBlocking(
      AuthenticationOptions(modality: .face, policy: .threshold(Score(3499.99))),
      candidate: BiometricCandidate(templates: [fakeTemplate(9)]),
      reference: BiometricReference(user: 1, templates: [fakeTemplate(9)]))
    #expect(result.isMatch)
    #expect(
      result.explanation.description.hasPrefix(
        "match: the best score is 3500, and a match has to be above 3499.99\n"))
  }

  @Test func manyThatArePassedOverAreCountedAndTheFirstAreNamed() throws {
    let references = try (0..<250).map {
      BiometricReference(user: $0, templates: [try fakeTemplate(9, algorithm: "acme.other")])
    }
    let told = try fakeMatcher().identifyBlocking(
      IdentificationOptions(modality: .face),
      candidate: BiometricCandidate(templates: [fakeTemplate(9)]), references: references
    ).explanation
    let passed = try #require(told.passedOver.first)
    #expect(told.passedOver.count == 1 && passed.count == 250)
    #expect(passed.users == (0..<100).map { "\($0)" } && passed.references == Array(0..<100))
  }
}
