// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ImprintRuntime

/// A cancel ends the one call that a worker may run: it waits for no place behind it.
@Suite(.timeLimit(.minutes(2)))
struct WorkerCancelTests {
  private static var oneAtATime: WorkerPolicy {
    var policy = WorkerPolicy.quick
    policy.limits.calls = 1
    return policy
  }

  /// Waits for a call that is under way when it is cancelled.
  private func cancelled(
    _ call: @escaping @Sendable () async throws -> Void, by cancel: () -> Void
  ) async throws -> PluginCallError.Code {
    let waiting = Task { try await call() }
    try await Task.sleep(for: .milliseconds(100))
    cancel()
    return try await #require(throws: PluginCallError.self) { try await waiting.value }.code
  }

  @Test func aCameraIsCancelled() async throws {
    let plugin = try FixturePlugin().opened(policy: Self.oneAtATime)
    let camera = try await Camera.open(plugin, options: CameraOptions(locator: "fixture:0"))
    let code = try await cancelled {
      _ = try await camera.nextFrame(timeout: .seconds(Int64.max))
    } by: {
      camera.cancel()
    }
    #expect(code == .cancelled)
  }

  @Test func aMicrophoneIsCancelled() async throws {
    let plugin = try FixturePlugin.devices().opened(policy: Self.oneAtATime)
    let microphone = try await Microphone.open(plugin, options: MicrophoneOptions(locator: "hw:CARD=fixture"))
    let code = try await cancelled {
      _ = try await microphone.read(timeout: .seconds(Int64.max))
    } by: {
      microphone.cancel()
    }
    #expect(code == .cancelled)
  }

  @Test func aWatchIsCancelled() async throws {
    let watch = try await DeviceWatch.open(FixturePlugin.devices().opened(policy: Self.oneAtATime))
    let code = try await cancelled {
      _ = try await watch.next(timeout: .seconds(Int64.max))
    } by: {
      watch.cancel()
    }
    #expect(code == .cancelled)
  }

  @Test func aWaitForATransactionIsCancelled() async throws {
    let plugin = try FixturePlugin.card(["FIX_BEGIN": "return held(card, timeout);"])
      .opened(policy: Self.oneAtATime)
    let card = try await CardConnection.connect(plugin, options: CardOptions(locator: "fixture:0"))
    let code = try await cancelled {
      try await card.begin(timeout: .seconds(Int64.max))
    } by: {
      card.cancel()
    }
    #expect(code == .cancelled)
    // Commands go on.
    #expect(try await card.transmit([1]) == [1, 0x90, 0])
  }
}
