// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ImprintRuntime

/// What is closed is free for others at once, and is asked nothing more.
@Suite(.timeLimit(.minutes(2)))
struct DeviceCloseTests {
  enum Isolation: CaseIterable {
    case inProcess
    case worker
  }

  /// Of the fixtures' devices, each is busy while it is open, and from then on if it is closed twice.
  private static let exclusiveCamera = [
    "FIX_TOP": "static int opened;", "FIX_CAMERA_OPEN": "if (opened) return IMP_RETRY_BUSY; opened++;",
    "FIX_CAMERA_CLOSE": "opened--;",
  ]
  private static let exclusiveDevices = [
    "FIX_OPEN_MICROPHONE": "if (tries) return IMP_RETRY_BUSY; tries++;",
    "FIX_OPEN_WATCH": "if (tries) return IMP_RETRY_BUSY; tries++;", "FIX_CLOSE": "tries--;",
  ]

  private func opened(_ fixture: FixturePlugin, _ isolation: Isolation) throws -> OpenPlugin {
    switch isolation {
    case .inProcess: try fixture.opened()
    case .worker: try fixture.opened(policy: .quick)
    }
  }

  /// Closes a device that waits, then opens it again.
  private func tries<Device: Sendable>(
    open: () async throws -> Device, wait: @escaping @Sendable (Device) async throws -> Void,
    cancel: (Device) -> Void, close: @escaping @Sendable (Device) async -> Void
  ) async throws {
    let device = try await open()
    let busy = try await #require(throws: PluginCallError.self) { try await open() }
    #expect(busy.code == .busy)
    let waiting = Task { try await wait(device) }
    try await Task.sleep(for: .milliseconds(50))
    await close(device)
    let ended = try await #require(throws: PluginCallError.self) { try await waiting.value }
    #expect(ended.code == .cancelled)

    let next = try await open()
    cancel(device)
    await close(device)
    let later = try await #require(throws: PluginCallError.self) { try await wait(device) }
    #expect(later.code == .cancelled)

    // Closed by two at once.
    async let one: Void = close(next)
    await close(next)
    await one
    await close(try await open())
  }

  @Test(arguments: Isolation.allCases)
  func aClosedCameraIsFreeAtOnceAndAnswersNoMore(isolation: Isolation) async throws {
    let plugin = try opened(FixturePlugin(Self.exclusiveCamera), isolation)
    try await tries(
      open: { try await Camera.open(plugin, options: CameraOptions(locator: "fixture:0")) },
      wait: { _ = try await $0.nextFrame(timeout: .seconds(3600)) }, cancel: { $0.cancel() },
      close: { await $0.close() })
  }

  @Test(arguments: Isolation.allCases)
  func aClosedMicrophoneIsFreeAtOnceAndAnswersNoMore(isolation: Isolation) async throws {
    let plugin = try opened(.devices(Self.exclusiveDevices), isolation)
    try await tries(
      open: { try await Microphone.open(plugin, options: MicrophoneOptions(locator: "hw:CARD=fixture")) },
      wait: { _ = try await $0.read(timeout: .seconds(3600)) }, cancel: { $0.cancel() },
      close: { await $0.close() })
  }

  @Test(arguments: Isolation.allCases)
  func aClosedWatchIsFreeAtOnceAndAnswersNoMore(isolation: Isolation) async throws {
    let plugin = try opened(.devices(Self.exclusiveDevices), isolation)
    try await tries(
      open: { try await DeviceWatch.open(plugin) },
      wait: { _ = try await $0.next(timeout: .seconds(3600)) }, cancel: { $0.cancel() },
      close: { await $0.close() })
  }
}
