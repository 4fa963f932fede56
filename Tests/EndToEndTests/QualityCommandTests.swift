// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Quality by the standard's components, with the plugins and photographs an installation has.
@Suite(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
struct QualityCommandTests {
  @Test func aPortraitHasAValueOrAReasonForEachComponent() throws {
    let installation = try FaceInstallation()
    let run = try installation.run(["quality", try installation.photograph("obama.jpg"), "--json"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let picture = try #require((try run.json["pictures"] as? [[String: Any]])?.first)
    let components = try #require(picture["components"] as? [[String: Any]])
    #expect(components.count == 28)
    for component in components {
      let value = component["value"] as? Int
      #expect(value.map { (0...100).contains($0) } ?? (component["reason"] != nil), "\(component)")
    }
    func value(_ name: String) -> Int? {
      components.first { $0["name"] as? String == name }?["value"] as? Int
    }
    // An official portrait: lit, frontal, of one person.
    for name in ["HeadPoseYaw", "NaturalColour", "SingleFacePresent", "EyesOpen", "OverExposurePrevention"] {
      #expect((value(name) ?? 0) >= 80, "\(name) \(value(name) ?? -1)")
    }
    #expect(value("NoHeadCoverings") == nil && value("ExpressionNeutrality") == nil)
  }

  @Test func whatIsLowHasAdviceAndTheLimitDecidesWhatIs() throws {
    let installation = try FaceInstallation()
    let path = try installation.photograph("obama.jpg")
    let strict = try installation.run(["quality", path, "--minimum", "100"])
    #expect(strict.exitCode == 0 && strict.output.contains("Below 100, the lowest first:\n- "))
    #expect(strict.output.contains("not assessed: "))
    let lenient = try installation.run(["quality", path, "--minimum", "0"])
    #expect(lenient.exitCode == 0 && lenient.output.contains("Nothing is below 0."))
  }

  @Test func aPictureWithoutAFaceIsRefusedAndSoIsALimitBeyondTheScale() throws {
    let installation = try FaceInstallation()
    let path = installation.home.path + "/even.pgm"
    try (Data("P5\n64 64\n255\n".utf8) + Data(repeating: 90, count: 64 * 64)).write(
      to: URL(filePath: path))
    let run = try installation.run(["quality", path, "--json"])
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "no-face")
    #expect(try installation.run(["quality", path, "--minimum", "101"]).exitCode == 64)
    #expect(try installation.run(["quality"]).exitCode == 64)
  }

  @Test func ofSeveralPicturesTheOnesThatCannotBeMeasuredAreListedAndTheOthersMeasured() throws {
    let installation = try FaceInstallation()
    let even = installation.home.path + "/even.pgm"
    try (Data("P5\n64 64\n255\n".utf8) + Data(repeating: 90, count: 64 * 64)).write(
      to: URL(filePath: even))
    let portrait = try installation.photograph("obama.jpg")
    let missing = installation.home.path + "/missing.png"
    let run = try installation.run(["quality", even, portrait, missing, "--json"])
    #expect(run.exitCode == 1)
    #expect((try run.json["pictures"] as? [[String: Any]])?.map { $0["picture"] as? String } == [portrait])
    let failures = try #require(try run.json["failures"] as? [[String: Any]])
    #expect(failures.map { $0["picture"] as? String } == [even, missing])
    #expect(failures.map { $0["code"] as? String } == ["no-face", "unreadable"])
    let text = try installation.run(["quality", even, portrait])
    #expect(text.exitCode == 1 && text.output.contains("\n\nnot measured: \(even): no face was found"))
  }
}
