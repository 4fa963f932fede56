// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Synchronization

/// An opened plugin's C side: what `open` gave, and the host it was opened for. Closes it when released.
///
/// `@unchecked Sendable`: entry table and host are constant while this lives, the opened plugin is the
/// plugin's own, and the calls that want one thread at a time go through ``inTurn(_:)``.
final class PluginHandle: @unchecked Sendable {
  let entry: UnsafePointer<imp_entry>
  let plugin: OpaquePointer
  let host: HostLink
  private let turn = Mutex(())

  init(entry: UnsafePointer<imp_entry>, plugin: OpaquePointer, host: HostLink) {
    self.entry = entry
    self.plugin = plugin
    self.host = host
  }

  deinit {
    // All objects made from the plugin keep this alive, so they have been destroyed.
    _ = RunningCall.make { entry.pointee.close(plugin) }
  }

  /// Makes the calls that the contract allows one thread at a time: list, create, destroy.
  ///
  /// The turn is the plugin's, not the host's: no host ability and no host state waits for it, so a callback
  /// from inside never does.
  func inTurn<Answer>(_ body: () -> Answer) -> Answer {
    turn.withLock { _ in body() }
  }

  /// The table of an ability; `nil` where the plugin answers null.
  func ability(_ id: String) -> UnsafeRawPointer? {
    RunningCall.make { entry.pointee.ability(plugin, id) }.answer
  }
}
