// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

/// A provider is told of the beginning and the end of every capture, once each.
@Suite(.timeLimit(.minutes(2)))
struct CaptureBoundsTests {
  private let entitlements = TestEntitlements()

  private func fixture() throws -> FixtureCapture {
    var fixture = try FixtureCapture()
    fixture.entitlements = entitlements
    return fixture
  }

  @Test func aCaptureThatEndsIsToldOnce() async throws {
    let capture = try await fixture().make()
    #expect(entitlements.captures == [])
    _ = try await capture.run()
    #expect(entitlements.captures == [.began, .ended])
  }

  @Test func aCaptureThatFailsEndsToo() async throws {
    var fixture = try fixture()
    fixture.frame = "return IMP_E_DEVICE_GONE;"
    let capture = try await fixture.make()
    await #expect(throws: CaptureError.self) { try await capture.run() }
    #expect(entitlements.captures == [.began, .ended])
  }

  @Test func aCaptureThatIsCancelledEndsToo() async throws {
    var fixture = try fixture()
    fixture.frame = """
      if (camera->frames == 0) { imp_status answer = grey(camera, pixels, frame, 64, 48); return answer; } \
      timeout = 60000000000u;
      """
    let capture = try await fixture.make()
    let running = Task { try await capture.run() }
    for await event in capture.events { if case .preview = event { break } }
    #expect(entitlements.captures == [.began])
    running.cancel()
    await #expect(throws: CaptureError.self) { try await running.value }
    #expect(entitlements.captures == [.began, .ended])
  }

  @Test func aSecondRunOfACaptureIsNotTold() async throws {
    let capture = try await fixture().make()
    _ = try await capture.run()
    await #expect(throws: CaptureError.self) { try await capture.run() }
    #expect(entitlements.captures == [.began, .ended])
  }
}
