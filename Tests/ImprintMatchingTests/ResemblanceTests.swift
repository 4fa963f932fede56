// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import Testing

@testable import ImprintMatching

/// Whether templates that are to be enrolled together are of one person. Equal numbers have score 3500,
/// neighbours less.
@Suite struct ResemblanceTests {
  private static let policy = MatchPolicy.threshold(Score(3000))

  private func resemblance(
    _ new: [UInt8], to earlier: [Template] = [], by matcher: TemplateMatcher? = nil
  ) throws -> Resemblance {
    try (try matcher ?? fakeMatcher()).resemblanceBlocking(
      of: new.map { try fakeTemplate($0) }, to: earlier, policy: Self.policy)
  }

  @Test func aFirstTemplateContradictsNothing() throws {
    #expect(try resemblance([9]) == Resemblance(verdict: .nothingToCompare, skipped: [], uncalibrated: []))
    #expect(try resemblance([]).verdict == .nothingToCompare)
  }

  @Test func theSamePersonIsAlikeWithTheLowestScore() throws {
    guard case .alike(let lowest) = try resemblance([9, 10], to: [fakeTemplate(9)]).verdict else {
      Issue.record("not alike")
      return
    }
    #expect(lowest > Score(3000) && lowest < Score(3500))
  }

  @Test func anotherPersonIsUnlikeAndToldByIndex() throws {
    guard
      case .unlike(let strangers, let threshold) = try resemblance([9, 200], to: [fakeTemplate(9)]).verdict
    else {
      Issue.record("alike")
      return
    }
    #expect(strangers.map(\.template) == [1] && threshold == Score(3000))
    #expect(strangers[0].score < threshold)
  }

  @Test func oneLikeAnyOfTheEarlierBelongs() throws {
    guard case .alike = try resemblance([200], to: [fakeTemplate(9), fakeTemplate(200)]).verdict else {
      Issue.record("not alike")
      return
    }
  }

  @Test func whoIsLikeANewOneThatBelongsBelongsToo() throws {
    // 10 is within reach of 9, 20 of 10 alone, and 30 of 20 alone.
    let reach = try fakeMatcher().compareBlocking(fakeTemplate(20), with: fakeTemplate(9)).score
    try #require(reach < Score(3400))
    guard
      case .alike = try fakeMatcher().resemblanceBlocking(
        of: [30, 20, 10].map { try fakeTemplate($0) }, to: [fakeTemplate(9)],
        policy: .threshold(Score(reach.value + 1))
      ).verdict
    else {
      Issue.record("not alike")
      return
    }
  }

  @Test func twoPeopleInOneEnrolmentAreNoticedWithoutAnEarlierTemplate() throws {
    guard case .unlike(let strangers, _) = try resemblance([9, 9, 200, 201]).verdict else {
      Issue.record("alike")
      return
    }
    #expect(strangers.map(\.template) == [2, 3])
  }

  @Test func earlierOnesOfAnotherAlgorithmArePassedOverAndTold() throws {
    let other = try fakeTemplate(200, algorithm: "example.other")
    let alone = try resemblance([9], to: [other])
    #expect(alone.verdict == .nothingToCompare)
    #expect(alone.skipped.map(\.description) == ["1 of example.other/2"])
    // Among themselves the new ones are compared all the same.
    guard case .unlike = try resemblance([9, 200], to: [other]).verdict else {
      Issue.record("alike")
      return
    }
  }

  @Test func aFingerIsJudgedByThatFingerAlone() throws {
    let matcher = try fakeMatcher()
    func print(_ value: UInt8, _ site: BodySite) throws -> Template {
      try fakeTemplate(value, site: site)
    }
    func verdict(_ new: [Template], to earlier: [Template] = []) throws -> Resemblance {
      try matcher.resemblanceBlocking(of: new, to: earlier, policy: Self.policy)
    }
    let thumb = try print(9, .rightThumb)
    // Another finger says nothing, and is nothing to be told of.
    #expect(
      try verdict([print(200, .leftThumb)], to: [thumb])
        == Resemblance(verdict: .nothingToCompare, skipped: [], uncalibrated: []))
    #expect(try verdict([thumb, print(200, .leftThumb)]).verdict == .nothingToCompare)
    guard case .alike = try verdict([print(200, .leftThumb), thumb], to: [thumb]).verdict else {
      Issue.record("the thumb is not alike")
      return
    }
    // The second left thumb is unlike the first, whatever the right one is.
    let two = try verdict(
      [print(10, .rightThumb), print(200, .leftThumb), print(100, .leftThumb)], to: [thumb])
    guard case .unlike(let strangers, _) = two.verdict else {
      Issue.record("alike")
      return
    }
    #expect(strangers.map(\.template) == [2])
    // An unknown finger may be any.
    guard case .unlike = try verdict([print(200, .unknown)], to: [thumb]).verdict else {
      Issue.record("alike")
      return
    }
  }

  @Test func anEarlierOneThatCannotBeReadKeepsNobodyOut() throws {
    let resemblance = try resemblance([9], to: [fakeTemplate(0)])
    #expect(resemblance.verdict == .nothingToCompare && resemblance.skipped.map(\.count) == [1])
  }

  @Test func withoutCalibrationOrLicenceItIsSaidThatNobodyLooked() throws {
    let uncalibrated = try fakeMatcher(calibrated: false)
    #expect(try resemblance([9], to: [fakeTemplate(200)], by: uncalibrated).verdict == .notCalibrated)
    let unlicensed = TemplateMatcher(
      algorithm: FakeAlgorithm(refused: .verification), calibrations: try fakeTable())
    #expect(try resemblance([9], to: [fakeTemplate(200)], by: unlicensed).verdict == .notLicensed)
  }
}
