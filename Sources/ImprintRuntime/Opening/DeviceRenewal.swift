// SPDX-License-Identifier: Apache-2.0
private import Synchronization

/// What lets a plugin in a worker reach devices that came after it was opened: another worker. The walls of the first never
/// open again.
final class DeviceRenewal: Sendable {
  private struct Latest {
    let plugin: OpenPlugin
    let seen: DeviceSight
  }

  private let seen: DeviceSight
  private let look: @Sendable () -> DeviceSight
  private let open: @Sendable () throws(PluginError) -> OpenPlugin
  // Held while a worker is started: another thread would need the same one.
  private let latest = Mutex<Latest?>(nil)

  /// - Parameters:
  ///   - seen: What there was before its own worker was started.
  ///   - look: What there is now.
  ///   - open: Opens the plugin anew.
  init(
    _ seen: DeviceSight, look: @escaping @Sendable () -> DeviceSight,
    open: @escaping @Sendable () throws(PluginError) -> OpenPlugin
  ) {
    self.seen = seen
    self.look = look
    self.open = open
  }

  /// The plugin in a worker that is let through to what there is now; `nil` where that is the first one.
  func renewed() throws(PluginError) -> OpenPlugin? {
    try latest.withLock { latest throws(PluginError) in
      let now = look()
      if now == seen {
        latest = nil
      } else if now != latest?.seen {
        // What comes between the look and the start is granted as well, and looks new the next time: no harm.
        latest = Latest(plugin: try open(), seen: now)
      }
      return latest?.plugin
    }
  }
}

extension OpenPlugin {
  /// The plugin as it reaches the devices of this moment: in a worker that is another opened plugin where devices have come
  /// or gone since. What is made from it keeps that one open.
  /// - Throws: ``PluginCallError`` `worker-refused`, `entitlement`.
  func withDevicesOfNow(_ function: String) throws(PluginCallError) -> OpenPlugin {
    guard let renewal else { return self }
    do throws(PluginError) {
      return try renewal.renewed() ?? self
    } catch {
      throw PluginCallError(opening: error, plugin: id, function: function)
    }
  }
}
