// SPDX-License-Identifier: Apache-2.0
import Imprint
import Logging
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct HandlerLogTests {
  /// Captures through frames that cannot be read, each of which is logged as a warning.
  private func capture(_ fixture: FixtureCapture, _ plugin: OpenPlugin, logger: Logger) async throws {
    let capture = FaceCapture(
      camera: try await Camera.open(plugin, options: CameraOptions(locator: "fixture:0")),
      tracker: try await FaceTracker.make(plugin), machine: try await FaceCaptureMachine.make(plugin),
      logger: logger)
    #expect(try await failure(of: capture).code == .frames)
  }

  @Test func aCaptureLogsFromItsLevelOn() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = "return IMP_E_FILE;"
    let plugin = try fixture.opened()
    let log = CollectedLog()
    for level in [Logger.Level.debug, .info, .warning] {
      let before = log.lines.count
      try await capture(fixture, plugin, logger: log.logger(level: level))
      #expect(log.lines.count == before + 30)
      #expect(log.lines.allSatisfy { $0.level == .warning })
    }
    let before = log.lines.count
    try await capture(fixture, plugin, logger: log.logger(level: .error))
    try await capture(fixture, plugin, logger: Logger(label: "none") { _ in SwiftLogNoOpLogHandler() })
    #expect(log.lines.count == before)
  }
}
