// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// The C side of an opened plugin: what `open` returned, and the host it was opened for. Closes it when
/// released, as ``PluginObject`` destroys.
///
/// `@unchecked Sendable`: entry table and host are constant while this lives, the opened plugin is opaque,
/// and the calls that must be serialized go through ``inTurn(_:)``.
final class PluginHandle: @unchecked Sendable {
  let entry: UnsafePointer<imp_entry>
  let plugin: OpaquePointer
  let host: HostLink
  private let turn: LibraryTurn
  /// The owner of entry and plugin, where that is not a loaded library; retained until close has returned.
  private let keeper: AnyObject?

  init(
    entry: UnsafePointer<imp_entry>, plugin: OpaquePointer, host: HostLink, turn: LibraryTurn,
    keeper: AnyObject?
  ) {
    self.entry = entry
    self.plugin = plugin
    self.host = host
    self.turn = turn
    self.keeper = keeper
  }

  deinit {
    // All objects made from the plugin retain this, so they have been destroyed by now.
    nonisolated(unsafe) let (entry, plugin) = (entry, plugin)
    nonisolated(unsafe) let lent = (host, keeper)
    turn.release {
      _ = RunningCall.make { entry.pointee.close(plugin) }
      withExtendedLifetime(lent) {}
    }
  }

  /// Serializes the calls that the contract allows on one thread at a time: list, create, destroy, close.
  func inTurn<Answer>(_ body: () -> Answer) -> Answer { turn.take(body) }

  /// Destroys one of its objects: ``LibraryTurn/release(_:)``.
  func release(_ destroy: @escaping @Sendable () -> Void) { turn.release(destroy) }

  /// The table of an ability, or why there is none: a plugin in another process reports its own faults.
  func ability(_ id: String) throws(AbilityFault) -> UnsafeRawPointer {
    let (table, said) = RunningCall.make { entry.pointee.ability(plugin, id) }
    if let table { return table }
    if let failure = said.failure { throw .unanswered(failure) }
    throw .breach(ContractBreach(said.words ?? "it lists \(id), but returns no table for it."))
  }
}
