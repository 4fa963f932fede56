// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

/// What an application does for the capture of a flow: it lights the screen, and passes on samples of an
/// accelerometer.
@Suite(.timeLimit(.minutes(3)))
struct FlowHelpTests {
  /// Asks for a colour where the application lights, and keeps its image once it was told of 4 m/s² where
  /// samples come.
  private static func fixture() throws -> FlowFixture {
    try FlowFixture(
      says: """
        static float felt; if (capture->steps == 1) felt = 0; \
        if (input == IMP_INPUT_MOTION) felt = given->acceleration.x; \
        if (capture->steps == 2 && capture->options.helps & IMP_HELP_LIGHTS) \
        event(events, IMP_CAPTURE_LIGHT)->color = 0xFF0080u;
        """,
      keeps: "now >= 400000000u && (felt == 4 || !(capture->options.helps & IMP_HELP_MOTION))",
      liveness: "LIVE", seconds: 600)
  }

  private static let sample = Point3(x: 4, y: 9.81, z: 0)

  private func colors(_ events: [CaptureEvent]) -> [UInt32] {
    events.compactMap { if case .light(let color) = $0 { color.rgb } else { nil } }
  }

  @Test(arguments: [LivenessMode.blink, .passive, .active])
  func anEnrolmentSaysTheColoursAndTakesSamples(mode: LivenessMode) async throws {
    let fixture = try Self.fixture()
    let enroller = fixture.enroller(
      EnrollerSettings(
        capture: fixture.capture(mode, helps: [.lights, .motion]), countdown: 0, numberOfFrames: 1))
    #expect(await !enroller.deviceMoved(Self.sample), "nothing runs")
    let heard = try await HeardEnrolment(enroller) { _ in
      await enroller.deviceMoved(Self.sample)
    }
    #expect(colors(heard.captured) == [0xFF0080])
    #expect(try heard.enrollment.liveness == .live)
  }

  @Test func aVerificationSaysTheColoursAndTakesSamples() async throws {
    let fixture = try Self.fixture()
    let references = try await fixture.references()
    let verifier = fixture.verifier(
      VerifierSettings(capture: fixture.capture(.blink, helps: [.lights, .motion])))
    #expect(await !verifier.deviceMoved(Self.sample), "nothing runs")
    var said: [CaptureEvent] = []
    let heard = try await HeardVerification(verifier, references: references) { event in
      if case .frame = event { await verifier.deviceMoved(Self.sample) }
      if case .capture(let event) = event { said.append(event) }
    }
    #expect(colors(said) == [0xFF0080])
    #expect(try heard.verification.liveness == .live)
  }

  @Test func whereTheApplicationDoesNothingNeitherIsAskedFor() async throws {
    let fixture = try Self.fixture()
    let enroller = fixture.enroller(
      EnrollerSettings(capture: fixture.capture(.passive), countdown: 0, numberOfFrames: 1))
    let heard = try await HeardEnrolment(enroller) { _ in
      #expect(await !enroller.deviceMoved(Self.sample))
    }
    #expect(colors(heard.captured).isEmpty)
    #expect(try heard.enrollment.liveness == .live)
  }

  /// Of frames that are chosen the flow has its own events.
  @Test func withoutLivenessNothingElseOfTheCaptureComes() async throws {
    let fixture = try Self.fixture()
    let enroller = fixture.enroller(
      EnrollerSettings(capture: fixture.capture(helps: .lights), countdown: 0, numberOfFrames: 1))
    let heard = try await HeardEnrolment(enroller)
    #expect(heard.captured.isEmpty)
    #expect(try heard.enrollment.views.count == 1)
  }
}
