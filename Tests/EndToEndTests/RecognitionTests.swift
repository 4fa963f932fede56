// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Enrolment, verification and search, with the plugins and photographs an installation has.
@Suite(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
struct RecognitionTests {
  /// An installation in which one person is enrolled with two photographs.
  private func enrolled() throws -> FaceInstallation {
    let installation = try FaceInstallation()
    let run = try installation.run([
      "enroll", "--user", "first", try installation.photograph("obama.jpg"),
      try installation.photograph("obama2.jpg"), "--json",
    ])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect((try run.json["templates"] as? [Any])?.count == 2)
    return installation
  }

  @Test func thePersonIsVerifiedAndAnotherIsNot() throws {
    let installation = try enrolled()
    let genuine = try installation.run([
      "verify", "--user", "first", try installation.photograph("obama3.jpg"), "--json",
    ])
    #expect(genuine.exitCode == 0)
    #expect(try genuine.json["verified"] as? Bool == true)
    let impostor = try installation.run([
      "verify", "--user", "first", try installation.photograph("biden.jpg"), "--json",
    ])
    // A verdict, not an error.
    #expect(impostor.exitCode == 1)
    #expect(try impostor.json["verified"] as? Bool == false)
    #expect(try impostor.errorCode == nil)
    let scores = try [genuine, impostor].map { try #require(try $0.json["score"] as? Double) }
    let threshold = try #require(try genuine.json["threshold"] as? Double)
    #expect(scores[0] > threshold && threshold > scores[1])
  }

  @Test func thePersonIsFoundAndAnotherIsNot() throws {
    let installation = try enrolled()
    let genuine = try installation.run(["identify", try installation.photograph("obama3.jpg"), "--json"])
    #expect(genuine.exitCode == 0)
    let found = try #require((try genuine.json["candidates"] as? [[String: Any]])?.first)
    #expect(found["name"] as? String == "first" && found["match"] as? Bool == true)
    #expect(try genuine.json["searched"] as? Int == 2)
    let impostor = try installation.run(["identify", try installation.photograph("biden.jpg"), "--json"])
    #expect(impostor.exitCode == 1)
    let others = try #require(try impostor.json["candidates"] as? [[String: Any]])
    #expect(others.allSatisfy { $0["match"] as? Bool == false })
  }

  @Test func theSamePersonIsMoreAlikeThanAnother() throws {
    let installation = try FaceInstallation()
    let scores = try ["obama2.jpg", "biden.jpg"].map { other in
      let run = try installation.run([
        "compare", try installation.photograph("obama.jpg"), try installation.photograph(other), "--json",
      ])
      #expect(run.exitCode == 0)
      #expect(try run.json["plugin"] as? String == "dev.imprint.face-f6")
      return try #require(try run.json["score"] as? Double)
    }
    #expect(scores[0] > 3500 && scores[1] < 3500)
  }

  @Test func aStoredTemplateSaysWhatItIs() throws {
    let installation = try enrolled()
    let files = try #require(FileManager.default.enumerator(atPath: installation.home.path))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".impt") }
    #expect(files.count == 2)
    let run = try installation.run(["template", "inspect", try #require(files.first), "--json"])
    #expect(run.exitCode == 0)
    #expect(try run.json["algorithm"] as? String == "imprint.face-f6")
    #expect(try run.json["payloadBytes"] as? Int == 512)
  }

  @Test func aTemplateOfAnotherAlgorithmIsRefusedWithBothNames() throws {
    let installation = try FaceInstallation()
    let picture = try installation.photograph("obama.jpg")
    let enrol = try installation.run([
      "enroll", "--user", "first", picture, "--plugin", NullInstallation.id, "--json",
    ])
    #expect(enrol.exitCode == 0)
    let run = try installation.run(["verify", "--user", "first", picture, "--json"])
    #expect(run.exitCode == 1)
    let error = try #require(try run.error)
    #expect(error["code"] == "nothing-comparable")
    #expect(error["reason"]?.contains("1 of imprint.null") == true)
    #expect(error["reason"]?.contains("imprint.face-f6") == true)
    #expect(error["remedy"]?.contains("sdkctl enroll") == true)
    // A search goes on without it, and says so.
    let search = try installation.run(["identify", picture, "--json"])
    #expect(search.exitCode == 1)
    let skipped = try #require(try search.json["skipped"] as? [[String: Any]])
    #expect(skipped.map { $0["code"] as? String } == ["other-algorithm"])
    #expect(search.errors.contains("1 of imprint.null"))
  }

  @Test func aSecondAlgorithmTakesNothingFromTheFirst() throws {
    let installation = try enrolled()
    let null = try installation.run([
      "enroll", "--user", "first", try installation.photograph("obama.jpg"), "--plugin", NullInstallation.id,
      "--json",
    ])
    #expect(null.exitCode == 0, "\(null.output)\(null.errors)")
    // The null matcher has no calibration: nobody could look.
    #expect(null.errors.contains("not calibrated"))
    let run = try installation.run([
      "verify", "--user", "first", try installation.photograph("obama3.jpg"), "--json",
    ])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect((try run.json["pairs"] as? [Any])?.count == 2)
    let skipped = try #require(try run.json["skipped"] as? [[String: Any]])
    #expect(skipped.map { $0["code"] as? String } == ["other-algorithm"])
    let text = try installation.run(["verify", "--user", "first", try installation.photograph("obama3.jpg")])
    #expect(text.output.contains("2 compared, skipped: 1 of imprint.null/"))
  }

  @Test func anotherPersonUnderTheSameNameIsToldAndNeedsAnyway() throws {
    let installation = try enrolled()
    let other = ["enroll", "--user", "first", try installation.photograph("biden.jpg"), "--json"]
    let refused = try installation.run(other)
    #expect(refused.exitCode == 1)
    #expect(try refused.errorCode == "other-person")
    #expect(try refused.error?["remedy"]?.contains("--anyway") == true)
    let listed = try installation.run(["template", "list", "--user", "first", "--json"])
    #expect((try listed.json["templates"] as? [Any])?.count == 2)
    let same = try installation.run([
      "enroll", "--user", "first", try installation.photograph("obama3.jpg"), "--json",
    ])
    #expect(same.exitCode == 0, "\(same.output)")
    #expect(try (same.json["resemblance"] as? [String: Any])?["verdict"] as? String == "alike")
    let anyway = try installation.run(other + ["--anyway"])
    #expect(anyway.exitCode == 0 && anyway.errors.contains("different person"))
  }

  @Test func twoPeopleAreNotEnrolledAsOneInOneStep() throws {
    let installation = try FaceInstallation()
    let run = try installation.run([
      "enroll", "--user", "first", try installation.photograph("obama.jpg"),
      try installation.photograph("biden.jpg"),
      "--json",
    ])
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "other-person")
    #expect(try run.error?["reason"]?.contains("sample 2 of 2") == true)
    #expect((try installation.run(["user", "list", "--json"]).json["users"] as? [Any])?.isEmpty == true)
  }

  @Test func aBlurredPhotographIsNotEnrolledAndTheComponentIsNamed() throws {
    let installation = try FaceInstallation()
    let sharp = try installation.picture("obama.jpg")
    let small = try sharp.scaled(width: max(sharp.width / 24, 1), height: max(sharp.height / 24, 1))
    let blurred = try installation.home.write(
      try ImageEncoder.png(small.scaled(width: sharp.width, height: sharp.height)), to: "blurred.png")
    let run = try installation.run(["enroll", "--user", "first", blurred, "--json"])
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "low-quality")
    #expect(try run.error?["reason"]?.contains("sharpness") == true)
    #expect(try run.error?["place"] == blurred && run.error?["remedy"]?.isEmpty == false)
    // What the gate is, the caller says.
    let open = try installation.run(["enroll", "--user", "first", blurred, "--quality", "0", "--json"])
    #expect(open.exitCode == 0, "\(open.output)")
    let enrolled = try #require((try open.json["templates"] as? [[String: Any]])?.first)
    let quality = try #require(enrolled["faceQuality"] as? Double)
    #expect(quality < 48)
    let strict = try installation.run([
      "enroll", "--user", "second", try installation.photograph("obama.jpg"), "--quality", "100", "--json",
    ])
    #expect(try strict.errorCode == "low-quality")
    let told = try installation.run(["enroll", "--user", "second", try installation.photograph("obama.jpg")])
    #expect(told.output.contains(/quality \d+, user/), "\(told.output)")
  }

  @Test func nothingIsEnrolledWhereOnePictureHasNoFace() throws {
    let installation = try FaceInstallation()
    let flat = try #require(
      Image(width: 320, height: 240, format: .grey8, pixels: [UInt8](repeating: 128, count: 320 * 240)))
    let wall = try installation.home.write(try ImageEncoder.png(flat), to: "wall.png")
    let run = try installation.run([
      "enroll", "--user", "first", try installation.photograph("obama.jpg"), wall, "--json",
    ])
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "no-face")
    #expect(try run.error?["place"] == wall)
    let after = try installation.run([
      "verify", "--user", "first", try installation.photograph("obama.jpg"), "--json",
    ])
    #expect(after.exitCode == 1)
    #expect(try after.errorCode != nil)
  }

  @Test func aPictureOfTwoIsRefusedUnlessOneIsChosen() throws {
    let installation = try FaceInstallation()
    let halves = try ["obama.jpg", "biden.jpg"].map {
      try installation.picture($0).scaled(width: 480, height: 600).converted(to: .rgb24)
    }
    var pixels: [UInt8] = []
    for row in 0..<600 {
      for half in halves { pixels += half.pixels[row * half.bytesPerRow..<row * half.bytesPerRow + 480 * 3] }
    }
    let both = try #require(Image(width: 960, height: 600, format: .rgb24, pixels: pixels))
    let path = try installation.home.write(try ImageEncoder.jpeg(both, quality: 95), to: "both.jpg")
    let only = try installation.photograph("obama2.jpg")
    let run = try installation.run(["compare", path, only, "--json"])
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "many-faces")
    #expect(try run.error?["reason"]?.contains("2 faces") == true)
    #expect(try installation.run(["compare", path, only, "--face", "largest", "--json"]).exitCode == 0)
    // A search takes both, each by itself.
    #expect(try installation.run(["enroll", "--user", "first", only]).exitCode == 0)
    let search = try installation.run(["identify", path, "--face", "all", "--json"])
    #expect(search.exitCode == 0, "\(search.output)\(search.errors)")
    let faces = try #require(try search.json["faces"] as? [[String: Any]])
    #expect(faces.count == 2 && faces.map { $0["found"] as? Int }.sorted { ($0 ?? 0) < ($1 ?? 0) } == [0, 1])
    let found = try #require(faces.first { $0["found"] as? Int == 1 })
    // It was on the left.
    #expect(try #require((found["box"] as? [String: Double])?["x"]) < 480)
    #expect(try search.json["found"] as? Int == 1)
  }
}
