// SPDX-License-Identifier: Apache-2.0
internal import ImprintThreads
internal import Logging
private import Synchronization

/// What lets a plugin in a worker reach devices that came after it was opened: another worker. The walls of
/// the first never open again.
final class DeviceRenewal: Sendable {
  private struct Latest {
    let plugin: OpenPlugin
    let seen: DeviceSight
  }

  private struct State {
    /// `nil`: the first one.
    var latest: Latest?
    /// For what it could not be opened anew: not tried again until devices come or go.
    var failed: DeviceSight?
  }

  private let seen: DeviceSight
  private let look: @Sendable () -> DeviceSight
  private let logger: Logger
  private let open: @Sendable () throws(PluginError) -> OpenPlugin
  // Held while a worker is started: another thread would need the same one.
  private let state = Mutex(State())
  // Closed without the lock above: a plugin may take its time for that, and nobody waits for it.
  private let leaving = Mutex<[OpenPlugin]>([])

  /// - Parameters:
  ///   - seen: What there was before its own worker was started.
  ///   - look: What there is now.
  ///   - logger: Is told where it cannot be opened anew.
  ///   - open: Opens the plugin anew.
  init(
    _ seen: DeviceSight, look: @escaping @Sendable () -> DeviceSight, logger: Logger,
    open: @escaping @Sendable () throws(PluginError) -> OpenPlugin
  ) {
    self.seen = seen
    self.look = look
    self.logger = logger
    self.open = open
  }

  /// The plugin in a worker that is let through to what there is now; `nil` where that is the first one.
  ///
  /// Where its package was removed or replaced, so that it cannot be opened anew, the one of before: it still
  /// reaches what did not change.
  /// - Throws: what forbids its use by now, as the licence, the quarantine and a revocation do; and why no
  ///   worker could be started, which the next call tries again.
  func renewed() throws(PluginError) -> OpenPlugin? {
    defer { close() }
    return try state.withLock { state throws(PluginError) -> OpenPlugin? in
      let now = look()
      if now == seen {
        replace(&state, by: nil)
      } else if now != state.latest?.seen, now != state.failed {
        do throws(PluginError) {
          // What comes between the look and the start is granted as well, and looks new the next time: no
          // harm.
          let plugin = try open()
          replace(&state, by: Latest(plugin: plugin, seen: now))
        } catch {
          guard Self.isOfThePackage(error.code) else { throw error }
          state.failed = now
          logger.warning(
            "devices that came or went are not reached: the plugin cannot be opened anew",
            metadata: ["error": "\(error)"])
        }
      }
      return state.latest?.plugin
    }
  }

  /// Whether another try would fail in the same way until somebody mends the package, and nobody has
  /// forbidden its use.
  private static func isOfThePackage(_ code: PluginError.Code) -> Bool {
    switch code {
    case .notEntitled, .quarantined, .disabled: false
    case .publisherRevoked, .pluginRevoked, .notAllowed, .unknownPublisher: false
    case .openFailed, .workerMissing, .workerFailed, .wallMissing: false
    default: true
    }
  }

  private func replace(_ state: inout State, by latest: Latest?) {
    if let plugin = state.latest?.plugin { leaving.withLock { $0.append(plugin) } }
    state = State(latest: latest, failed: nil)
  }

  /// Lets go of those that were replaced, on a thread of its own: the last to let go closes the plugin.
  private func close() {
    guard leaving.withLock({ !$0.isEmpty }) else { return }
    do throws(SystemThreadError) {
      try SystemThread.detach { self.letGo() }
    } catch {
      letGo()
    }
  }

  private func letGo() {
    // Out of the lock first.
    let plugins = leaving.withLock { leaving -> [OpenPlugin] in
      let plugins = leaving
      leaving = []
      return plugins
    }
    withExtendedLifetime(plugins) {}
  }
}

extension OpenPlugin {
  /// The plugin as it reaches the devices of this moment: in a worker that is another opened plugin where
  /// devices have come or gone since. What is made from it keeps that one open.
  /// - Throws: ``PluginCallError`` `worker-refused` where its use is forbidden or no worker starts,
  ///   `entitlement`.
  func withDevicesOfNow(_ function: String) throws(PluginCallError) -> OpenPlugin {
    guard let renewal else { return self }
    do throws(PluginError) { return try renewal.renewed() ?? self } catch {
      throw PluginCallError(opening: error, plugin: id, function: function)
    }
  }
}
