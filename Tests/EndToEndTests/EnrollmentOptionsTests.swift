// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// `enroll` from a camera with several frames or views, on a recording of a photograph.
@Suite(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
struct EnrollmentFramesTests {
  private func enroll(_ more: [String]) async throws -> CommandRun {
    let installation = try FaceInstallation()
    let frames = try await SampleRecording.frames(
      of: "obama.jpg", count: 60, in: installation.home, system: try installation.open())
    return try installation.run(
      ["enroll", "--user", "ada", "--store", "store", "--camera", frames, "--pace", "full", "--json"] + more)
  }

  @Test func severalFramesAreCountedDownToAndMakeATemplateEach() async throws {
    let run = try await enroll(["--frames", "3", "--countdown", "1"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect((try run.json["templates"] as? [Any])?.count == 3)
    #expect(run.errors.contains("countdown: 1") && run.errors.contains("enrolled: 3 of 3"), "\(run.errors)")
  }

  @Test func whoDoesNotTurnIsNotEnrolledInFull() async throws {
    let run = try await enroll(["--views", "full"])
    #expect(try run.exitCode == 1 && run.errorCode == "nothing-captured", "\(run.output)")
    #expect(run.errors.contains("pose: right"), "\(run.errors)")
  }
}

/// Wrong usage, which no model is needed for.
@Suite struct EnrollmentOptionsTests {
  @Test(arguments: [
    ["--frames", "0"], ["--frames", "9", "--liveness", "blink"], ["--countdown", "3601"],
    ["--frames", "2", "--liveness", "active", "--targets", "path:3"], ["--views", "sideways"],
  ]) func framesAndViewsOutOfTheirRangeAreWrongUsage(more: [String]) throws {
    let run = try CommandRun.sdkctl(["enroll", "--user", "ada"] + more, home: TemporaryFolder())
    #expect(run.exitCode == 64, "\(run.output)\(run.errors)")
  }

  @Test func picturesHaveNoCountdown() throws {
    let run = try CommandRun.sdkctl(
      ["enroll", "--user", "ada", "a.jpg", "--countdown", "3"], home: TemporaryFolder())
    #expect(run.exitCode == 64 && run.errors.contains("of a camera"))
  }
}
