// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@testable import ImprintMatching
@testable import ImprintRuntime

@Suite struct TemplateMatcherTests {
  @Test func calibratedSimilaritiesHaveScores() throws {
    let comparison = try fakeMatcher().compareBlocking(fakeTemplate(200), with: fakeTemplate(200))
    #expect(comparison.similarity == 1)
    #expect(abs(try comparison.score.value - 3500) < 1e-6)
  }

  @Test func anUncalibratedPluginGivesSimilaritiesAndNoScore() throws {
    let comparison = try fakeMatcher(calibrated: false).compareBlocking(
      fakeTemplate(100), with: fakeTemplate(100))
    #expect(comparison.similarity == 1)
    #expect(!comparison.isCalibrated)
    let error = #expect(throws: MatchingError.self) { try comparison.isMatch() }
    #expect(error?.code == .notCalibrated)
    #expect(error?.remedy.contains("sdkctl evaluate") == true)
  }

  @Test func anotherAlgorithmsTemplateIsRefusedOnEitherSideNamingBoth() throws {
    let matcher = try fakeMatcher()
    let foreign = try fakeTemplate(5, algorithm: "acme.other")
    for pair in [(foreign, try fakeTemplate(5)), (try fakeTemplate(5), foreign)] {
      let error = #expect(throws: TemplateError.self) { try matcher.compareBlocking(pair.0, with: pair.1) }
      #expect(error?.code == .otherAlgorithm)
      #expect(error?.reason.contains("acme.other") == true)
      #expect(error?.reason.contains("example.fake") == true)
    }
  }

  @Test func aVersionThatIsNotReadIsRefusedAndAnOlderReadableOneIsNot() throws {
    let matcher = try fakeMatcher()
    let error = #expect(throws: TemplateError.self) {
      try matcher.compareBlocking(fakeTemplate(5, version: 3), with: fakeTemplate(5))
    }
    #expect(error?.code == .otherVersion)
    #expect(try matcher.compareBlocking(fakeTemplate(5, version: 1), with: fakeTemplate(5)).similarity == 1)
  }

  @Test func aTemplateOfAnotherModalityIsRefused() throws {
    let format = try #require(TemplateFormat(algorithm: "example.fake", version: 2))
    let voice = try #require(
      Template(format: format, modality: .voice, site: .voice, quality: nil, payload: [5]))
    let error = #expect(throws: TemplateError.self) {
      try fakeMatcher().compareBlocking(voice, with: fakeTemplate(5))
    }
    #expect(error?.code == .damaged)
  }
}
