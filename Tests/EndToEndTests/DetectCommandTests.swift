// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Every face of a picture, each with a template.
@Suite struct DetectCommandTests {
  @Test func everyFaceIsListedWithItsTemplate() throws {
    let installation = try FixtureInstallation(["FIX_FACES": "3u", "FIX_NEEDS_FACE": "1"])
    try installation.writePicture("a.png")
    let run = try installation.run(["detect", "a.png", "--json"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let picture = try #require((try run.json["pictures"] as? [[String: Any]])?.first)
    let templates = try #require(picture["templates"] as? [[String: Any]])
    #expect(templates.count == 3 && templates.allSatisfy { $0["site"] as? String == "face" })
    #expect(templates.allSatisfy { $0["faceQuality"] as? Double == 70 && $0["quality"] as? Int == 50 })
    #expect(
      try installation.run(["detect", "a.png"]).output.hasPrefix("a.png: 3 templates\nface at 1,2 of 3x4"))
  }

  @Test func facesOfLessQualityThanIsAskedForAreListedWithTheReason() throws {
    let installation = try FixtureInstallation(["FIX_NEEDS_FACE": "1"])
    try installation.writePicture("a.png")
    let run = try installation.run(["detect", "a.png", "--quality", "71", "--json"])
    #expect(run.exitCode == 0)
    let picture = try #require((try run.json["pictures"] as? [[String: Any]])?.first)
    let passed = try #require(picture["passedOver"] as? [[String: Any]])
    #expect(passed.map { $0["code"] as? String } == ["low-quality"])
    #expect((picture["templates"] as? [Any])?.isEmpty == true)
    #expect(try installation.run(["detect", "a.png", "--quality", "101"]).exitCode == 64)
  }

  @Test func aPictureWithoutAFaceIsAnError() throws {
    let installation = try FixtureInstallation(["FIX_FACES": "0", "FIX_NEEDS_FACE": "1"])
    try installation.writePicture("a.png")
    let run = try installation.run(["detect", "a.png", "--json"])
    #expect(try run.exitCode == 1 && run.errorCode == "no-face")
  }

  @Test func ofSeveralPicturesOneThatCannotBeReadIsListedAndTheOthersAreSearched() throws {
    let installation = try FixtureInstallation(["FIX_NEEDS_FACE": "1"])
    try installation.writePicture("b.png")
    let run = try installation.run(["detect", "a.png", "b.png", "--json"])
    #expect(run.exitCode == 1)
    #expect((try run.json["pictures"] as? [[String: Any]])?.map { $0["image"] as? String } == ["b.png"])
    let failures = try #require(try run.json["failures"] as? [[String: Any]])
    #expect(failures.map { $0["image"] as? String } == ["a.png"])
    #expect(failures.map { $0["code"] as? String } == ["unreadable"])
  }
}
