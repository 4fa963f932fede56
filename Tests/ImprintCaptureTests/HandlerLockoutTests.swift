// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// What a capture is to the lock-out.
@Suite(.timeLimit(.minutes(3)))
struct HandlerLockoutTests {
  @Test func fiveFakesLockForAMinuteAndStartingThenFailsWithTheDate() async throws {
    let fixture = try FixtureHandler.judging("FAKE", finding: "FAKE")
    let handler = try fixture.make()
    for left in [4, 3, 2, 1, 0] {
      let conclusion = try await handler.capture()
      #expect(conclusion.failure?.code == .notLive && conclusion.failure?.type == .badCapture)
      #expect(try await handler.captureAttemptsLeft() == left)
    }
    fixture.clock.run(10)
    let error = try await handlerError { _ = try await handler.start() }
    #expect(error.code == .captureIsLocked && error.type == .deviceBlocked)
    let now = fixture.clock.now().wall
    #expect(error.unlockDateTime?.utcMilliseconds == now + 50_000)
    #expect(error.unlockDateTime?.description.hasSuffix("Z") == true)
    #expect(try await handler.timeToUnlock() == 50)
    // Nothing was opened: what is locked is locked before the camera.
    #expect(try await handler.standing().device.running == 0)
    fixture.clock.run(50)
    #expect(try await handler.timeToUnlock() == 0)
    #expect(try await handler.captureAttemptsLeft() == 5)
  }

  @Test func eachLockTakesTheNextDelayAndTheLastRepeats() async throws {
    let fixture = try FixtureHandler.judging("FAKE", finding: "FAKE")
    let handler = try fixture.make(
      FaceCaptureHandlerOptions(
        livenessMode: .active, maxCapturesBeforeDelay: 1, captureDelays: [60, 300, 900, 3600]))
    for delay in [60, 300, 900, 3600, 3600] {
      _ = try await handler.capture()
      #expect(try await handler.timeToUnlock() == delay)
      fixture.clock.run(Int64(delay))
    }
  }

  @Test func minusOneNeverLocksAndTouchesNoFile() async throws {
    let fixture = try FixtureHandler.judging("FAKE", finding: "FAKE")
    let handler = try fixture.make(
      FaceCaptureHandlerOptions(livenessMode: .active, maxCapturesBeforeDelay: -1))
    for _ in 0..<6 { _ = try await handler.capture() }
    #expect(try await handler.captureAttemptsLeft() == nil)
    #expect(try await handler.timeToUnlock() == 0)
    #expect(!FileManager.default.fileExists(atPath: fixture.lockoutFolder))
  }

  /// What a plugin says, in which mode, and whether it is a failed attempt.
  struct Saying: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let mode: LivenessMode
    let verdict: String
    var finding: String?
    var finish = "JUDGED"
    let counts: Bool
  }

  static let sayings = [
    Saying(testDescription: "fake counts", mode: .active, verdict: "FAKE", finding: "FAKE", counts: true),
    Saying(testDescription: "fake counts without findings", mode: .blink, verdict: "FAKE", counts: true),
    Saying(
      testDescription: "a doubt of a plugin that examined counts", mode: .passive, verdict: "NO_DECISION",
      finding: "NO_DECISION", counts: true),
    Saying(
      testDescription: "a doubt of a plugin that examines nothing does not", mode: .passive,
      verdict: "NO_DECISION", counts: false),
    Saying(
      testDescription: "nor does passive video", mode: .passiveVideo, verdict: "NO_DECISION",
      finding: "NO_DECISION", finish: "CAPTURED", counts: false),
    Saying(testDescription: "nor does mode none", mode: .none, verdict: "UNKNOWN", counts: false),
    Saying(
      testDescription: "a time-out before any judgement does not", mode: .active, verdict: "NO_DECISION",
      finding: "NO_DECISION", finish: "TIMEOUT", counts: false),
    Saying(
      testDescription: "an attack that was seen counts, though the time was over", mode: .active,
      verdict: "NO_DECISION", finding: "FAKE", finish: "TIMEOUT", counts: true),
    Saying(
      testDescription: "a source that ends does not", mode: .active, verdict: "NO_DECISION",
      finding: "NO_DECISION", finish: "ENDED", counts: false),
  ]

  @Test(arguments: sayings)
  func whatAPluginJudgedCounts(saying: Saying) async throws {
    let fixture = try FixtureHandler.judging(saying.verdict, finding: saying.finding, finish: saying.finish)
    let handler = try fixture.make(FaceCaptureHandlerOptions(livenessMode: saying.mode))
    _ = try await handler.capture()
    #expect(try await handler.captureAttemptsLeft() == (saying.counts ? 4 : 5))
    #expect(try await handler.standing().device.running == 0)
  }

  @Test func liveEndsTheRow() async throws {
    let fixture = try FixtureHandler.judging("LIVE", finding: "LIVE")
    let handler = try fixture.make()
    let lockout = LockoutStore(folder: fixture.lockoutFolder, clock: fixture.clock)
    for _ in 0..<3 { try await lockout.begin().end(.fake) }
    #expect(try await handler.captureAttemptsLeft() == 2)
    let conclusion = try await handler.capture()
    guard case .verdict(let result) = conclusion else { throw Unexpected() }
    #expect(result.liveness == .live && conclusion.failure == nil)
    #expect(try await handler.captureAttemptsLeft() == 5)
  }

  @Test func aCameraThatIsLostCountsNothingAndAPluginThatFailsAfterItsChallengeDoes() async throws {
    for (status, left, code) in [
      ("IMP_E_DEVICE_GONE", 5, FaceCaptureErrorCode.camera), ("", 4, .plugin),
    ] {
      var fixture = try FixtureCapture.judging("FAKE")
      if status.isEmpty {
        fixture.step = """
          if (capture->steps == 1) event(events, IMP_CAPTURE_CHALLENGE)->count = 1; \
          if (capture->steps == 3) return IMP_E_INTERNAL;
          """
      } else {
        fixture.frame = FixtureCapture.frames(25, before: "if (camera->frames == 2) return \(status);")
      }
      let handler = try FixtureHandler(fixture).make()
      guard case .error(let error) = try await handler.capture() else { throw Unexpected() }
      #expect(error.code == code)
      #expect(try await handler.captureAttemptsLeft() == left)
    }
  }

  @Test func whatCannotBeOpenedCountsNothing() async throws {
    let fixture = try FixtureHandler.judging("FAKE")
    let handler = try fixture.make()
    fixture.refuse(FaceCaptureError(.license, place: "plugin", reason: "no licence.", remedy: "Buy one."))
    let error = try await handlerError { _ = try await handler.start() }
    #expect(error.code == .license && error.type == .invalidLicense)
    #expect(try await handler.captureAttemptsLeft() == 5)
    fixture.refuse(nil)
    #expect(try await handler.capture().failure?.code == .notLive)
  }

  @Test func whatCannotBeCountedIsNotCaptured() async throws {
    let fixture = try FixtureHandler.judging("LIVE", finding: "LIVE")
    let handler = try fixture.make()
    _ = try await handler.capture()
    try fixture.fixture.folder.write(Array("spoilt".utf8), to: "state/lockout/device")
    let error = try await handlerError { _ = try await handler.start() }
    #expect(error.code == .lockout)
  }

  // MARK: A claimed subject

  private let ada = LockoutSubject("ada")

  @Test func aRefusedMatchCountsForTheSubjectAndTheDevice() async throws {
    let handler = try FixtureHandler.judging("LIVE", finding: "LIVE").make()
    guard case .verdict = try await handler.capture(of: ada) else { throw Unexpected() }
    // It is still being made: the match is awaited.
    #expect(try await handler.standing(of: ada).subject?.running == 1)
    let standing = try await handler.settleMatch(accepted: false)
    #expect(standing.subject?.failures == 1 && standing.device.failures == 1)
    #expect(standing.subject?.running == 0)
  }

  @Test func anAcceptedMatchEndsTheRowOfBoth() async throws {
    let fixture = try FixtureHandler.judging("LIVE", finding: "LIVE")
    let handler = try fixture.make()
    _ = try await handler.capture(of: ada)
    try await handler.settleMatch(accepted: false)
    _ = try await handler.capture(of: ada)
    let standing = try await handler.settleMatch(accepted: true)
    #expect(standing.subject?.failures == 0 && standing.device.failures == 0)
    let error = try await handlerError { try await handler.settleMatch(accepted: true) }
    #expect(error.code == .invalidOperation)
  }

  @Test func anAcceptedMatchOfWhatNobodyJudgedEndsNoRow() async throws {
    let fixture = try FixtureHandler.judging("NO_DECISION")
    let handler = try fixture.make()
    _ = try await handler.capture(of: ada)
    try await handler.settleMatch(accepted: false)
    _ = try await handler.capture(of: ada)
    let standing = try await handler.settleMatch(accepted: true)
    #expect(standing.subject?.failures == 1 && standing.device.failures == 1)
  }

  @Test func aMatchThatNobodyToldIsAFailedAttempt() async throws {
    let handler = try FixtureHandler.judging("LIVE", finding: "LIVE").make()
    _ = try await handler.capture(of: ada)
    await handler.destroy()
    #expect(try await handler.standing(of: ada).subject?.failures == 1)
  }

  @Test func aFakeOfAClaimedSubjectAwaitsNoMatch() async throws {
    let handler = try FixtureHandler.judging("FAKE", finding: "FAKE").make()
    _ = try await handler.capture(of: ada)
    #expect(try await handler.standing(of: ada).subject?.failures == 1)
    let error = try await handlerError { try await handler.settleMatch(accepted: true) }
    #expect(error.code == .invalidOperation)
  }
}

/// Another kind of conclusion.
struct Unexpected: Error {}
