// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// `capture`, from recordings made of a sample photograph.
@Suite(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
struct CaptureCommandTests {
  private func frames(_ installation: FaceInstallation) async throws -> URL {
    URL(
      filePath: try await SampleRecording.frames(
        of: "obama.jpg", count: 30, in: installation.home, system: try installation.open()))
  }

  private func capture(_ locator: String, with installation: FaceInstallation) throws -> CommandRun {
    try installation.run([
      "capture", "--camera", locator, "--out", "out", "--images", "2", "--pace", "full", "--json",
    ])
  }

  private func written(_ installation: FaceInstallation) throws -> Set<String> {
    Set(
      try FileManager.default.contentsOfDirectory(
        atPath: installation.home.url.appending(path: "out").path))
  }

  @Test func aFolderOfFramesGivesImagesThatVerify() async throws {
    let installation = try FaceInstallation()
    let run = try capture(try await frames(installation).path, with: installation)
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(try written(installation) == ["1.png", "2.png", "capture.json"])
    #expect(run.errors.contains("step: capturing"))
    let images = try #require(try run.json["images"] as? [[String: Any]])
    #expect(images.count == 2)
    #expect(images.allSatisfy { $0["width"] as? Int == 480 && $0["height"] as? Int == 640 })
    // What was captured is the person of the photograph.
    let same = try installation.run([
      "compare", "out/1.png", try installation.photograph("obama2.jpg"), "--json",
    ])
    #expect(try #require(try same.json["score"] as? Double) > 3500)
  }

  @Test func aCutRecordingGivesWhatCameBeforeTheCut() async throws {
    let installation = try FaceInstallation()
    let folder = try await frames(installation)
    var bytes: [UInt8] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      bytes += try Data(contentsOf: folder.appending(path: name))
    }
    let path = try installation.home.write(bytes.dropLast(3000), to: "cut.mjpeg")
    // More images than there can be: the capture goes on to the cut.
    let run = try installation.run([
      "capture", "--camera", path, "--out", "out", "--images", "8", "--pace", "full", "--json",
    ])
    #expect(try run.json["outcome"] as? String == "ended", "\(run.output)\(run.errors)")
    #expect(try run.json["frames"] as? Int == 29)
    #expect(try run.json["dropped"] as? Int == 1)
    // A recording, of a camera that nothing is known of.
    #expect(try run.json["deviceMovement"] as? String == "cannot-tell")
    #expect(try written(installation).isSuperset(of: ["1.png", "capture.json"]))
  }

  @Test func anEmptyFolderIsRefusedAndLeavesNothingBehind() throws {
    let installation = try FaceInstallation()
    let folder = try installation.home.makeFolder("empty")
    let run = try capture(folder, with: installation)
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "camera")
    #expect(try run.error?["reason"]?.contains(folder) == true)
    // What is wrong is the recording, not the plugin.
    #expect(try run.error?["remedy"]?.contains("Install") == false)
    let left = try FileManager.default.contentsOfDirectory(atPath: installation.home.path)
    #expect(!left.contains { $0.hasPrefix("out") })
  }

  @Test func aRecordingWithoutAFaceCapturesNothing() throws {
    let installation = try FaceInstallation()
    let grey = try #require(
      Image(width: 320, height: 240, format: .grey8, pixels: [UInt8](repeating: 128, count: 320 * 240)))
    for index in 0..<10 {
      try installation.home.write(try ImageEncoder.jpeg(grey, quality: 80), to: "wall/\(index).jpg")
    }
    let run = try capture(installation.home.url.appending(path: "wall").path, with: installation)
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "nothing-captured")
    #expect(run.errors.contains("step: preparing"))
  }

  @Test func theRecordingIsPlayedForVerificationToo() async throws {
    let installation = try FaceInstallation()
    let folder = try await frames(installation).path
    let enrol = try installation.run([
      "enroll", "--user", "first", try installation.photograph("obama2.jpg"), "--json",
    ])
    #expect(enrol.exitCode == 0)
    let run = try installation.run([
      "verify", "--user", "first", "--camera", folder, "--pace", "full", "--json",
    ])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(try run.json["verified"] as? Bool == true)
  }
}
