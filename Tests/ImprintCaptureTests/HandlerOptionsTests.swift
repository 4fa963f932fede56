// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct HandlerOptionsTests {
  @Test func optionsHaveTheDefaultsOfTheSeed() {
    let options = FaceCaptureHandlerOptions(livenessMode: .passive)
    #expect(options.securityLevel == .high && options.cr2dMode == .random)
    #expect(options.captureTimeout == .seconds(120) && options.challengeIntervalDelay == .zero)
    #expect(options.maxCapturesBeforeDelay == 5 && options.captureDelays == [60, 300, 900, 3600])
    #expect(options.camera == nil && options.orientation == .portrait)
    #expect(options.overlay && options.preview && options.previewColorspace == .color)
  }

  @Test func whatIsSetByTheSeedsNamesIsWhatTheCaptureIsAskedFor() {
    var options = FaceCaptureHandlerOptions(livenessMode: .none)
    options.livenessMode = .active
    options.securityLevel = .low
    options.cr2dMode = .path(targets: 4)
    options.captureTimeout = .seconds(20)
    options.challengeIntervalDelay = .seconds(2)
    #expect(
      options.capture
        == FaceCaptureOptions(
          livenessMode: .active, securityLevel: .low, cr2dMode: .path(targets: 4), timeout: .seconds(20),
          challengeIntervalDelay: .seconds(2)))
  }

  @Test(arguments: [0, -2, 101])
  func aNumberOfAttemptsOutOfItsRangeIsRefused(most: Int) throws {
    let fixture = try FixtureHandler(FixtureCapture())
    let options = FaceCaptureHandlerOptions(livenessMode: .none, maxCapturesBeforeDelay: most)
    let error = #expect(throws: FaceCaptureError.self) { try fixture.make(options) }
    #expect(error?.code == .badOptions && error?.place == "maxCapturesBeforeDelay")
  }

  @Test func anOptionThatTheCaptureRefusesIsSaidAtItsStart() async throws {
    let fixture = try FixtureHandler(FixtureCapture())
    let handler = try fixture.make(
      FaceCaptureHandlerOptions(livenessMode: .none, captureTimeout: .seconds(601)))
    let error = try await handlerError { _ = try await handler.start() }
    #expect(error.code == .badOptions && error.type == .unknown)
  }

  /// What the handler of these options asks the plugin for, as the plugin says it in findings: the mode and
  /// the level, the challenge's kind and number of targets, its places.
  private func asked(
    _ fixture: FixtureHandler, _ mode: LivenessMode, _ level: SecurityLevel, _ challenge: Cr2dMode
  ) async throws -> [Float] {
    let handler = try fixture.make(
      FaceCaptureHandlerOptions(
        livenessMode: mode, securityLevel: level, cr2dMode: challenge, maxCapturesBeforeDelay: -1))
    guard case .verdict(let result) = try await handler.capture() else { throw Unexpected() }
    return result.findings.flatMap { [$0.measure, $0.limit] }
  }

  @Test func modesLevelsAndChallengesReachThePlugin() async throws {
    var capture = try FixtureCapture()
    capture.step = """
      const imp_face_capture_options_v2 *o = &capture->options; \
      float said[] = {(float)o->liveness_mode, (float)o->security, (float)o->cr2d, (float)o->targets, \
      o->start.x, o->start.y, o->target.x, o->target.y}; \
      for (int i = 0; i < 8; i += 2) { e = event(events, IMP_CAPTURE_FINDING); e->code = IMP_METHOD_SHAPE; \
      e->liveness = IMP_LIVENESS_NO_DECISION; e->value = said[i]; e->limit = said[i + 1]; } \
      \(FixtureCapture.finishes("IMP_FINISH_JUDGED"))
      """
    let fixture = try FixtureHandler(capture)
    // As the contract numbers them.
    let modes: [(LivenessMode, Float)] = [(.none, 0), (.passive, 1), (.passiveVideo, 3), (.blink, 4)]
    for (mode, number) in modes {
      // No challenge of another mode has targets.
      #expect(try await asked(fixture, mode, .high, .path(targets: 3)) == [number, 3, 0, 0, 0, 0, 0, 0])
    }
    for (level, number) in [(SecurityLevel.low, Float(1)), (.medium, 2), (.high, 3)] {
      #expect(try await asked(fixture, .active, level, .random) == [2, number, 1, 0, 0, 0, 0, 0])
    }
    let (here, there) = (ScreenPlace(x: -0.5, y: 0.25), ScreenPlace(x: 1, y: -1))
    #expect(try await asked(fixture, .active, .low, .fixedTarget(there)) == [2, 1, 2, 0, 0, 0, 1, -1])
    #expect(try await asked(fixture, .active, .low, .path(targets: 8)) == [2, 1, 3, 8, 0, 0, 0, 0])
    #expect(
      try await asked(fixture, .active, .low, .training(start: here, target: there))
        == [2, 1, 4, 0, -0.5, 0.25, 1, -1])
  }
}
