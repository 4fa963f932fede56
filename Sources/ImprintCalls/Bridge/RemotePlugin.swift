// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Glibc
private import Synchronization

/// An opened plugin on the other side: what an `imp_plugin` of a bridge points to.
final class RemotePlugin: RemoteObject, @unchecked Sendable {
  // What describe gave: constant until close, as the contract has it.
  private let info = Mutex<MatcherInfoMemory?>(nil)

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

  /// What the matcher is; `nil` where that cannot be had. Asked once.
  func describeMatcher() -> UnsafePointer<imp_matcher_info>? {
    info.withLock { known in
      if let known { return known.pointer }
      var made: MatcherInfoMemory?
      _ = call(.matcherDescribe, EmptyMessage(), room: ReplyHead.room(256)) {
        (status, reply) throws(MalformedBody) in
        let message = try MatcherInfoMessage(from: &reply)
        try reply.finish()
        made = MatcherInfoMemory(message)
        return status
      }
      known = made
      return made?.pointer
    }
  }

  /// An object of this plugin that does not exist yet.
  func object(
    _ making: CallFunction, _ message: some CallMessage, _ kind: any RemoteKind.Type
  ) -> RemoteObject? {
    guard let creation = EncodedMessage(message) else { return nil }
    return RemoteObject(
      bridge: bridge, host: host, parent: self, making: making, creation: creation, kind: kind)
  }
}

/// An `imp_matcher_info` with its text.
///
/// `@unchecked Sendable`: it is written in `init` only.
private final class MatcherInfoMemory: @unchecked Sendable {
  private let info = UnsafeMutablePointer<imp_matcher_info>.allocate(capacity: 1)
  private let algorithm: UnsafeMutableBufferPointer<CChar>

  init(_ message: MatcherInfoMessage) {
    // A null after it: the text ends, whatever is in it.
    algorithm = .allocate(capacity: message.algorithm.count + 1)
    algorithm.initialize(repeating: 0)
    UnsafeMutableRawBufferPointer(algorithm).copyMemory(from: message.algorithm)
    guard let start = algorithm.baseAddress else { preconditionFailure("Room of at least 1 has an address.") }
    info.initialize(to: message.info(algorithm: UnsafePointer(start)))
  }

  deinit {
    info.deallocate()
    algorithm.deallocate()
  }

  var pointer: UnsafePointer<imp_matcher_info> { UnsafePointer(info) }
}
