// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ImprintRuntime

@Suite(.timeLimit(.minutes(2)))
struct DeviceWatchTests {
  private func watch(_ event: String = "") async throws -> DeviceWatch {
    try await DeviceWatch.open(try FixturePlugin.devices(["FIX_EVENT": event]).opened())
  }

  private static let coming = """
    if (call == 0) return happens(event, IMP_DEVICE_CAMERA, IMP_DEVICE_ADDED, 0, 5, "/dev/video0"); \
    if (call == 1) return happens(event, IMP_DEVICE_CARD_READER, IMP_DEVICE_CHANGED, IMP_READER_CARD, 5, "r 0"); \
    if (call == 2) return IMP_E_SERVICE; \
    if (call == 3) return happens(event, IMP_DEVICE_CARD_READER, IMP_DEVICE_LIST_AGAIN, 0, 6, ""); \
    if (call == 4) return happens(event, IMP_DEVICE_MICROPHONE, IMP_DEVICE_REMOVED, 0, 7, "hw:0");
    """

  @Test func eventsComeInOrder() async throws {
    let watch = try await watch(Self.coming)
    #expect(
      try await watch.next(timeout: .zero)
        == DeviceEvent(device: .camera, change: .added, locator: "/dev/video0", timestamp: 5))
    #expect(
      try await watch.next(timeout: .zero)
        == DeviceEvent(
          device: .cardReader, change: .changed, locator: "r 0", timestamp: 5, readerState: 1))
    let away = try await #require(throws: PluginCallError.self) { try await watch.next(timeout: .zero) }
    #expect(away.code == .service)
    #expect(try await watch.next(timeout: .zero).change == .listAgain)
    #expect(try await watch.next(timeout: .zero).device == .microphone)
    let quiet = try await #require(throws: PluginCallError.self) {
      try await watch.next(timeout: .milliseconds(5))
    }
    #expect(quiet.code == .timeout)
    #expect(quiet.isRetryable)
  }

  @Test func sequenceWaitsForTheServiceAndEndsWhenItIsCancelled() async throws {
    let watch = try await watch(Self.coming)
    var changes: [DeviceChange] = []
    for try await event in watch.events {
      changes.append(event.change)
      // The next event never comes.
      if changes.count == 4 { watch.cancel() }
    }
    #expect(changes == [.added, .changed, .listAgain, .removed])
  }

  @Test func cancellingTheTaskEndsTheSequence() async throws {
    let watch = try await watch()
    let task = Task {
      var count = 0
      for try await _ in watch.events { count += 1 }
      return count
    }
    try await Task.sleep(for: .milliseconds(30))
    task.cancel()
    #expect(try await task.value == 0)
    let later = try await #require(throws: PluginCallError.self) { try await watch.next(timeout: .zero) }
    #expect(later.code == .cancelled)
  }

  @Test(arguments: [
    "happens(event, 0, 1, 0, 1, \"a\")", "happens(event, 5, 1, 0, 1, \"a\")",
    "happens(event, 1, 0, 0, 1, \"a\")",
    "happens(event, 1, 5, 0, 1, \"a\")", "happens(event, 1, 1, 0, 1, \"\")",
    "happens(event, 1, 4, 0, 1, \"a\")",
    "happens(event, 1, 3, 0, 1, \"a\")", "happens(event, 2, 1, 1, 1, \"a\")",
    "happens(event, 3, 3, 32, 1, \"r 0\")", "happens(event, 3, 1, 1u << 31, 1, \"r 0\")",
    "happens(event, 1, 1, 0, 1, \"a\\xff\")", "(memset(event->locator, 'x', 512), 0)", "(event->size = 1, 0)",
  ])
  func aHostileEventIsMisbehaviour(answer: String) async throws {
    let watch = try await watch(
      "if (call == 0) return happens(event, IMP_DEVICE_CAMERA, IMP_DEVICE_ADDED, 0, 1, \"ok\"); "
        + "event->device = event->change = 1; event->timestamp_ns = 9; return \(answer);")
    _ = try await watch.next(timeout: .zero)
    let first = try await #require(throws: PluginCallError.self) { try await watch.next(timeout: .zero) }
    let second = try await #require(throws: PluginCallError.self) { try await watch.next(timeout: .zero) }
    #expect([first.code, second.code] == [.internalDefect, .state], "\(first)")
  }

  // in order.
  @Test func aTimeThatFallsIsMisbehaviour() async throws {
    let watch = try await watch("return happens(event, 1, 1, 0, 9 - call, \"a\");")
    _ = try await watch.next(timeout: .zero)
    let error = try await #require(throws: PluginCallError.self) { try await watch.next(timeout: .zero) }
    #expect(error.code == .internalDefect)
  }

  @Test func pluginWithoutAWatchIsSaidToHaveNone() async throws {
    let plugin = try FixturePlugin().opened()
    let error = try await #require(throws: PluginCallError.self) { try await DeviceWatch.open(plugin) }
    #expect(error.code == .unsupported)
  }
}
