// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Glibc
internal import Synchronization

/// The proxy of an opened plugin: what an `imp_plugin` of a bridge points to.
final class RemotePlugin: RemoteObject, @unchecked Sendable {
  /// Serializes calls that want one thread at a time: objects are made again by whoever calls them.
  let turn = Mutex(())

  init?(bridge: CallBridge, host: BridgedHost) {
    guard let creation = EncodedMessage(host.message) else { return nil }
    super.init(
      bridge: bridge, host: host, parent: nil, making: .pluginOpen, creation: creation,
      kind: PluginObject.self)
  }

  /// The table of an ability: one of the bridge's own, where the plugin answers one.
  func ability(_ id: UnsafePointer<CChar>) -> UnsafeRawPointer? {
    let length = strnlen(id, CallLimit.name + 1)
    // No ability has an id as long as that.
    guard length <= CallLimit.name else { return nil }
    let bytes = UnsafeRawBufferPointer(start: id, count: length)
    var isThere = false
    _ = call(.pluginAbility, AbilityMessage(id: bytes), room: ReplyHead.room(8)) {
      (status, reply) throws(MalformedBody) in
      let answer = try reply.take(UInt64.self)
      try reply.finish()
      isThere = answer != 0
      return status
    }
    return isThere ? BridgedTables.table(String(decoding: bytes, as: UTF8.self)) : nil
  }

  /// An object of this plugin that does not exist yet.
  func object(
    _ making: CallFunction, _ message: some CallMessage, _ kind: any RemoteKind.Type,
    lending memory: CallMemory? = nil
  ) -> RemoteObject? {
    guard let creation = EncodedMessage(message) else { return nil }
    return RemoteObject(
      bridge: bridge, host: host, parent: self, making: making, creation: creation, kind: kind,
      lending: memory)
  }
}
