// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Watching devices of a plugin whose service, as pcscd is one, is away when it begins.
@Suite(.timeLimit(.minutes(1))) struct DeviceWatchingTests {
  /// - Parameter away: for how many milliseconds the service is away, from the first try on.
  private func directory(away: Int) throws -> (DeviceDirectory, TemporaryFolder) {
    let plugin = try FixturePlugin.devices([
      "FIX_OPEN_WATCH": """
      struct timespec now; clock_gettime(CLOCK_MONOTONIC, &now); \
      const long long time = now.tv_sec * 1000LL + now.tv_nsec / 1000000; \
      static long long first; if (tries++ == 0) first = time; \
      if (time < first + \(away)) return IMP_E_SERVICE;
      """,
      // Its name says how often the service was looked for.
      "FIX_EVENT": """
      char name[16]; snprintf(name, sizeof name, "%d", tries); \
      if (call == 0) return happens(event, IMP_DEVICE_CAMERA, IMP_DEVICE_ADDED, 0, 1, name);
      """,
    ])
    let root = try plugin.install()
    let configuration = ImprintConfiguration(
      searchPath: PluginSearchPath(roots: [PluginRoot(path: root.path, origin: .explicit)]),
      trust: .off, quarantine: nil, isolation: .inProcess, logger: CollectedLog().logger())
    return (DeviceDirectory(configuration), root)
  }

  @Test func aServiceThatIsAwayIsToldOnceAndWatchedWhenItIsThere() async throws {
    let (directory, root) = try directory(away: 1200)
    defer { withExtendedLifetime(root) {} }
    var seen: [String] = []
    for await one in directory.watching() {
      switch one {
      case .began: seen.append("began")
      case .failed(let failure): seen.append(failure.code)
      case .event(let event, _):
        seen.append("event")
        // At 0, 0.5, 1 and 1.5 s; a machine that is busy looks less often, and never more.
        #expect((2...4).contains(Int(event.locator) ?? 0), "looked for \(event.locator) times")
      }
      if seen.last == "event" { break }
    }
    #expect(seen == ["service", "began", "event"])
  }

  @Test func aServiceThatIsThereIsWatchedAtOnce() async throws {
    let (directory, root) = try directory(away: 0)
    defer { withExtendedLifetime(root) {} }
    var seen = directory.watching().makeAsyncIterator()
    guard case .began(let plugin) = await seen.next() else {
      Issue.record("it did not begin")
      return
    }
    #expect(plugin == FixtureManifest().id)
  }

  @Test func cancellingEndsTheWaitForAServiceThatStaysAway() async throws {
    let (directory, root) = try directory(away: 3_600_000)
    defer { withExtendedLifetime(root) {} }
    let (told, tell) = AsyncStream<Void>.makeStream()
    let task = Task {
      var seen: [String] = []
      for await one in directory.watching() {
        if case .failed(let failure) = one { seen.append(failure.code) }
        tell.yield()
      }
      return seen
    }
    for await _ in told { break }
    task.cancel()
    #expect(await task.value == ["service"])
  }
}
