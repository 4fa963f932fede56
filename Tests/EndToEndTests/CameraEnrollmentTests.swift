// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

@Suite(.enabled(if: BuiltProducts.stage != nil, "IMPRINT_STAGE names no stage with models"))
struct CameraEnrollmentTests {
  private static let samples = ProcessInfo.processInfo.environment["IMPRINT_SAMPLES"]

  /// Runs `enroll` over a recording of so many frames of each picture; `nil` is a grey wall.
  private func enroll(_ scenes: [(picture: String?, frames: Int)]) throws -> CommandRun {
    try run(["enroll", "--user", "ada", "--store", "store"], scenes)
  }

  /// Runs `capture` for one image over the same.
  private func capture(_ scenes: [(picture: String?, frames: Int)]) throws -> CommandRun {
    try run(["capture", "--images", "1", "--out", "out"], scenes)
  }

  private func run(_ command: [String], _ scenes: [(picture: String?, frames: Int)]) throws -> CommandRun {
    let folder = try TemporaryFolder()
    try LicensedHome.install(in: folder)
    let grey = try #require(
      Image(width: 64, height: 48, format: .grey8, pixels: [UInt8](repeating: 128, count: 64 * 48)))
    let wall = try ImageEncoder.jpeg(grey, quality: 80)
    var number = 1000
    for scene in scenes {
      let bytes = try scene.picture.map { name in
        Array(try Data(contentsOf: URL(filePath: "\(try #require(Self.samples))/\(name)")))
      }
      for _ in 0..<scene.frames {
        try folder.write(bytes ?? wall, to: "recording/\(number).jpg")
        number += 1
      }
    }
    let stage = try #require(BuiltProducts.stage)
    return try CommandRun.sdkctl(
      command + [
        "--camera", folder.url.appending(path: "recording").path, "--pace", "full", "--json", "--root",
        stage.path,
      ], home: folder)
  }

  private func code(_ run: CommandRun) throws -> String? {
    (try run.json["error"] as? [String: String])?["code"]
  }

  @Test func aRecordingOfNobodyEnrolsNobody() throws {
    let run = try enroll([(nil, 3)])
    #expect(run.exitCode == 1)
    #expect(try code(run) == "nothing-captured")
  }

  @Test(.enabled(if: samples != nil, "IMPRINT_SAMPLES names no folder of photographs"))
  func whoWasThereBeforeAnotherCameIsNotEnrolled() throws {
    // Too few frames of either to be captured; between them a second with nobody.
    let run = try enroll([("obama.jpg", 2), (nil, 30), ("biden.jpg", 2)])
    #expect(run.exitCode == 1)
    #expect(try code(run) == "nothing-captured")
    #expect(run.errors.contains("without interruption"))
  }

  @Test(.enabled(if: samples != nil, "IMPRINT_SAMPLES names no folder of photographs"))
  func captureEndsAsEnrollDoesWhereItVouchesForNoImage() throws {
    let run = try capture([("obama.jpg", 2), (nil, 30), ("biden.jpg", 2)])
    #expect(run.exitCode == 1, "\(run.output)")
    #expect(try run.json["complete"] as? Bool == false)
    // What there is was written all the same.
    #expect((try run.json["images"] as? [Any])?.count == 1)
    let still = try capture([("obama.jpg", 1)])
    #expect(still.exitCode == 0, "\(still.output)\(still.errors)")
    #expect(try still.json["vouched"] as? Int == 1)
  }

  @Test(.enabled(if: samples != nil, "IMPRINT_SAMPLES names no folder of photographs"))
  func captureThatRanOutOfTimeExitsWith1() throws {
    // A second of the recording is fewer frames than it has, and than it takes to have eight good ones.
    let run = try run(
      ["capture", "--images", "8", "--timeout", "1", "--out", "out"], [("obama.jpg", 40)])
    #expect(try run.json["outcome"] as? String == "timeout", "\(run.output)\(run.errors)")
    #expect(run.exitCode == 1)
    #expect(try run.json["complete"] as? Bool == false)
    #expect(try run.json["vouched"] as? Int == 0)
  }

  @Test(.enabled(if: samples != nil, "IMPRINT_SAMPLES names no folder of photographs"))
  func aStillOfOnePersonIsEnough() throws {
    let run = try enroll([("obama.jpg", 1)])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect((try run.json["templates"] as? [Any])?.count == 1)
  }
}
