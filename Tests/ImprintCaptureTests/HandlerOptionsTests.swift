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
}
