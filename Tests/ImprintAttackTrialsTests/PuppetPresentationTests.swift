// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintAttackEvaluation
import ImprintAttackTrials
import ImprintModel
import ImprintRuntime
import TestSupport
import Testing

@Suite struct PuppetPresentationTests {
  @Test func theSamePresentationHasTheSameSeedEverywhere() throws {
    let one = try #require(PuppetPresentation(of: "/a/ada.puppet", .stillPrint, session: 1))
    let other = try #require(PuppetPresentation(of: "/b/c/ada.puppet", .stillPrint, session: 1))
    #expect(one.presentation == other.presentation && one.seed == other.seed)
    #expect(one.presentation.id == "ada/still-print/1")
    #expect(one.presentation.kind == .attack(species: "still-print"))
    // Written down: a seed that changed would make other presentations of the same ids.
    #expect(one.seed.low == 0x0658_0e63_210a_d818)
    #expect(
      one.locator == "puppet:/a/ada.puppet?person=still-print&seed=\(one.seed.low >> 1)&seconds=60")
  }

  @Test func sessionsAndSpeciesHaveSeedsOfTheirOwn() {
    let all = [PuppetPresentation](of: ["a.puppet", "b.puppet"], species: PuppetSpecies.allCases, each: 3)
    #expect(all.count == 2 * PuppetSpecies.allCases.count * 3)
    #expect(Set(all.map(\.seed)).count == all.count)
    #expect(Set(all.map(\.presentation.id)).count == all.count)
  }

  @Test func aSwapNeedsASecondPuppet() {
    #expect(PuppetPresentation(of: "a.puppet", .swap, session: 1) == nil)
    #expect([PuppetPresentation](of: ["a.puppet"], species: [.swap, .willing], each: 1).count == 1)
    let pair = [PuppetPresentation](of: ["a.puppet", "b.puppet"], species: [.swap], each: 1)
    #expect(pair.map { $0.locator.contains("other=b.puppet") } == [true, false])
    #expect(pair.last?.locator.contains("other=a.puppet") == true)
  }

  @Test func aVideoTakesTheCamerasPlace() throws {
    let video = try #require(PuppetPresentation(of: "a.puppet", .video, session: 1))
    #expect(video.locator.contains("show=frame"))
  }

  @Test func everySpeciesOfAttackIsDescribed() {
    for species in PuppetSpecies.attacks { #expect(species.description?.name == species.rawValue) }
    #expect(PuppetSpecies.willing.description == nil)
  }

  @Test func puppetsOfAFolderComeByName() throws {
    let folder = try TemporaryFolder()
    for name in ["b.puppet", "a.puppet", "note.txt"] { try folder.write([1], to: name) }
    let files = try PuppetPresentation.files(in: folder.url.path)
    #expect(files == ["a", "b"].map { "\(folder.url.path)/\($0).puppet" })
  }

  @Test func aFolderWithoutPuppetsIsRefused() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "note.txt")
    let empty = #expect(throws: AttackTrialError.self) {
      try PuppetPresentation.files(in: folder.url.path)
    }
    #expect(empty?.code == .missing)
    #expect(empty?.remedy.contains("sdkctl puppet make") == true)
    #expect(throws: AttackTrialError.self) {
      try PuppetPresentation.files(in: folder.url.path + "/nowhere")
    }
  }

  @Test func aNameThatLocatorsReadOtherwiseIsRefused() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "a?b.puppet")
    let error = #expect(throws: AttackTrialError.self) {
      try PuppetPresentation.files(in: folder.url.path)
    }
    #expect(error?.code == .denied)
  }

  @Test func aFolderWhoseNameLocatorsReadOtherwiseIsRefusedToo() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "a&b/ada.puppet")
    let error = #expect(throws: AttackTrialError.self) {
      try PuppetPresentation.files(in: folder.url.path + "/a&b")
    }
    #expect(error?.code == .denied)
  }

  @Test func aBlinkIsSweptOverItsThresholdAndEveryOtherModeOverTheSecurityLevels() {
    #expect(TrialLevel.all(of: .blink).map(\.name) == ["75", "50", "25", "0"])
    for mode in [LivenessMode.passive, .active, .passiveVideo] {
      #expect(TrialLevel.all(of: mode).map(\.name) == ["high", "medium", "low"])
    }
  }
}
