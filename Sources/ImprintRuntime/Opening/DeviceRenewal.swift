// SPDX-License-Identifier: Apache-2.0
internal import Logging
private import Synchronization

/// Lets a plugin in a worker reach devices that were connected after it was opened, by starting another
/// worker: the walls of the first are irreversible.
final class DeviceRenewal: Sendable {
  private struct Latest {
    let plugin: OpenPlugin
    let seen: DeviceSight
  }

  private struct State {
    /// `nil` for the first one.
    var latest: Latest?
    /// The devices for which reopening failed: not retried until they change.
    var failed: DeviceSight?
  }

  private let seen: DeviceSight
  private let look: @Sendable () -> DeviceSight
  private let logger: Logger
  private let open: @Sendable () throws(PluginError) -> OpenPlugin
  // Held while a worker is started: other threads need the same one.
  private let state = Mutex(State())

  /// - Parameters:
  ///   - seen: The devices present before the first worker was started.
  ///   - look: Returns the devices present now.
  ///   - logger: Receives a message where reopening fails.
  ///   - open: Opens the plugin again.
  init(
    _ seen: DeviceSight, look: @escaping @Sendable () -> DeviceSight, logger: Logger,
    open: @escaping @Sendable () throws(PluginError) -> OpenPlugin
  ) {
    self.seen = seen
    self.look = look
    self.logger = logger
    self.open = open
  }

  /// The plugin in a worker with access to the devices present now; `nil` where that is the first one.
  ///
  /// Where its package was removed or replaced, so that it cannot be reopened, the previous one: it still
  /// reaches the devices that did not change.
  /// - Throws: what now forbids its use, such as the licence, the quarantine or a revocation; and why no
  ///   worker could be started, which the next call retries.
  func renewed() throws(PluginError) -> OpenPlugin? {
    try state.withLock { state throws(PluginError) -> OpenPlugin? in
      let now = look()
      if now == seen {
        state = State()
      } else if now != state.latest?.seen, now != state.failed {
        do throws(PluginError) {
          // A device connected between the look and the start is granted as well, and seems new the next
          // time: harmless.
          let plugin = try open()
          state = State(latest: Latest(plugin: plugin, seen: now))
        } catch {
          guard Self.isOfThePackage(error.code) else { throw error }
          state.failed = now
          logger.warning(
            "hot-plugged devices are not accessible: the plugin cannot be reopened",
            metadata: ["error": "\(error)"])
        }
      }
      return state.latest?.plugin
    }
  }

  /// Whether retrying would fail the same way until the package is repaired, and its use is not forbidden.
  private static func isOfThePackage(_ code: PluginError.Code) -> Bool {
    switch code {
    case .notEntitled, .quarantined, .disabled: false
    case .publisherRevoked, .pluginRevoked, .notAllowed, .unknownPublisher: false
    case .openFailed, .workerMissing, .workerFailed, .wallMissing: false
    default: true
    }
  }

}

extension OpenPlugin {
  /// The plugin with access to the devices present now: in a worker, another opened plugin where devices have
  /// changed since. Objects made from it keep that one open.
  /// - Throws: ``PluginCallError`` `worker-refused` where its use is forbidden or no worker starts,
  ///   `entitlement`.
  func withDevicesOfNow(_ function: String) throws(PluginCallError) -> OpenPlugin {
    guard let renewal else { return self }
    do throws(PluginError) { return try renewal.renewed() ?? self } catch {
      throw PluginCallError(opening: error, plugin: id, function: function)
    }
  }
}
