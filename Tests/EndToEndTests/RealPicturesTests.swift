// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Pictures of real people, which are not committed: a clip of a man who hardly moves, and a print in
/// somebody's hand that lies on its side. They say nothing of an error rate, and that captures take them.
@Suite(.enabled(if: FaceInstallation.isThere && RealPictures.areThere, RealPictures.whyNot))
struct RealPicturesTests {
  private let installation: FaceInstallation

  init() throws { installation = try FaceInstallation() }

  /// A recording that is played so many times, at the clip's own rate.
  private func capture(_ recording: String, plays: Int, _ mode: LivenessMode) async throws -> CaptureResult {
    let capture = try await installation.open().faces.capture(
      camera: CameraOptions(locator: recording, framesPerSecond: 12.5, pace: .full, plays: plays),
      options: FaceCaptureOptions(livenessMode: mode, images: 1, timeout: .seconds(30)))
    return try await capture.run()
  }

  @Test(arguments: [LivenessMode.passive, .active, .blink])
  func aClipOfSomebodyWhoDoesNothingIsCapturedAndEndsInDoubt(mode: LivenessMode) async throws {
    let clip = try RealPictures.clip(in: installation.home)
    let result = try await capture(clip, plays: 1, mode)
    #expect(result.outcome == .ended && result.frames == 62 && result.dropped == 0)
    #expect(result.liveness == .noDecision, "\(result.findings)")
    #expect(result.images.count == 1)
  }

  @Test(arguments: [LivenessMode.passive, .active, .blink])
  func theClipPlayedOnAndOnIsFoundToBeALoop(mode: LivenessMode) async throws {
    let clip = try RealPictures.clip(in: installation.home)
    let result = try await capture(clip, plays: 4, mode)
    #expect(result.liveness == .fake, "\(result.findings)")
    #expect(result.findings.first { $0.method == .stream }?.verdict == .fake)
  }

  @Test(arguments: [LivenessMode.passive, .active, .blink], [Orientation.upright, .rotated90, .rotated270])
  func aPrintIsCapturedHoweverItIsTurnedAndIsNotLive(
    mode: LivenessMode, turn: Orientation
  ) async throws {
    let print = try ImageFile.read(RealPictures.print).oriented(turn)
    let path = try installation.home.write(try ImageEncoder.png(print), to: "print.png")
    let result = try await capture(path, plays: 200, mode)
    #expect([.noDecision, .fake].contains(result.liveness), "\(result.findings)")
  }
}

/// Where they lie.
private enum RealPictures {
  static let whyNot: Comment =
    "IMPRINT_STAGE, IMPRINT_SAMPLES or IMPRINT_DATA, the folder with the pictures, is not set or has none"

  private static func path(_ name: String) -> String? {
    guard let data = ProcessInfo.processInfo.environment["IMPRINT_DATA"] else { return nil }
    let path = URL(filePath: data).appending(path: name).path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  private static let gif = path("faces-headmove/head-pose-male.gif")
  private static let photograph = path("faces-pad/print-1.jpg")

  static var areThere: Bool { gif != nil && photograph != nil }

  static var print: String {
    get throws {
      guard let photograph else { throw MissingForTest("IMPRINT_DATA has no print") }
      return photograph
    }
  }

  /// A folder with a file for each frame.
  static func clip(in folder: TemporaryFolder) throws -> String {
    guard let gif else { throw MissingForTest("IMPRINT_DATA has no clip") }
    let clip = try AnimatedGIF([UInt8](Data(contentsOf: URL(filePath: gif))))
    for (index, pixels) in clip.frames.enumerated() {
      guard let image = Image(width: clip.width, height: clip.height, format: .rgb24, pixels: pixels) else {
        throw MissingForTest("no picture")
      }
      try folder.write(try ImageEncoder.png(image), to: "clip/\(1000 + index).png")
    }
    return folder.url.appending(path: "clip").path
  }
}

/// What the clip is unpacked with.
struct AnimatedGIFTests {
  /// 4 × 2 pixels: red; then green and blue on two of them, of a part of 2 × 2 that is clear elsewhere.
  private static let drawn: [UInt8] = [
    0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x04, 0x00, 0x02, 0x00, 0x81, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF,
    0x00, 0x00, 0x00, 0xFF, 0x00, 0x00, 0x00, 0xFF, 0x21, 0xF9, 0x04, 0x04, 0x08, 0x00, 0x00, 0x00, 0x2C,
    0x00, 0x00, 0x00, 0x00, 0x04, 0x00, 0x02, 0x00, 0x00, 0x02, 0x03, 0x8C, 0x6F, 0x05, 0x00, 0x21, 0xF9,
    0x04, 0x05, 0x08, 0x00, 0x00, 0x00, 0x2C, 0x01, 0x00, 0x00, 0x00, 0x02, 0x00, 0x02, 0x00, 0x00, 0x02,
    0x03, 0x14, 0x30, 0x05, 0x00, 0x3B,
  ]

  @Test func aPartIsDrawnOverTheFrameBefore() throws {
    let read = try AnimatedGIF(Self.drawn)
    #expect((read.width, read.height, read.frames.count) == (4, 2, 2))
    let red: [UInt8] = [255, 0, 0]
    #expect(read.frames[0] == Array(repeating: red, count: 8).flatMap { $0 })
    #expect(
      read.frames[1]
        == [red, [0, 255, 0], red, red, red, red, [0, 0, 255], red].flatMap { $0 })
  }

  @Test func whatEndsEarlyIsRefused() {
    for count in 0..<Self.drawn.count {
      #expect(throws: MissingForTest.self) { try AnimatedGIF(Array(Self.drawn.prefix(count))) }
    }
  }
}
