// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintCalls
import Synchronization
import Testing

/// A carrier to a plugin in this process whose other side can end and begin anew, and whose answers can be
/// spoilt.
final class TestCarrier: CallCarrier {
  private struct State {
    var executor: CallExecutor
    var generation: UInt64 = 1
    var isDead = false
    var carried: [CallFunction] = []
    var spoil: (@Sendable (CallFunction, imp_status, [UInt8]) -> (imp_status, [UInt8]))?
    var failure: (imp_status, String)?
    var diesDuring: CallFunction?
  }

  private let state: Mutex<State>
  private let makeExecutor: @Sendable () -> CallExecutor

  convenience init(_ plugin: TestPlugin, host: TestExecutorHost = TestExecutorHost()) {
    self.init(entry: plugin.entry, host: host)
  }

  init(entry: UnsafePointer<imp_entry>, host: TestExecutorHost = TestExecutorHost()) {
    let entry = UInt(bitPattern: entry)
    makeExecutor = { CallExecutor(entry: UnsafeRawPointer(bitPattern: entry), host: host) }
    state = Mutex(State(executor: makeExecutor()))
  }

  /// Ends the other side: the next call that is worth it begins anew.
  func die() { state.withLock { $0.isDead = true } }

  /// The other side ends in the middle of the next call of a function.
  func die(during function: CallFunction) { state.withLock { $0.diesDuring = function } }

  /// Changes answers on their way.
  func spoil(_ change: (@Sendable (CallFunction, imp_status, [UInt8]) -> (imp_status, [UInt8]))?) {
    state.withLock { $0.spoil = change }
  }

  /// Carries nothing any more.
  func fail(_ status: imp_status, _ words: String) { state.withLock { $0.failure = (status, words) } }

  var carried: [CallFunction] { state.withLock { $0.carried } }

  var generation: UInt64 { state.withLock { $0.generation } }

  func carry(
    _ request: CallRequest, write: (UnsafeMutableRawBufferPointer) -> Void,
    read: (_ status: imp_status, _ body: UnsafeRawBufferPointer) -> imp_status
  ) -> CallDelivery {
    enum Way {
      case carry(CallExecutor)
      case stale
      case failed(imp_status, String)
    }
    let (way, spoil) = state.withLock {
      state -> (Way, (@Sendable (CallFunction, imp_status, [UInt8]) -> (imp_status, [UInt8]))?) in
      if let failure = state.failure { return (.failed(failure.0, failure.1), nil) }
      if state.isDead {
        if request.function.traits.afterEnd == .startsAgain {
          state.executor = makeExecutor()
          state.generation += 1
          state.isDead = false
        }
        return (.stale, nil)
      }
      guard request.generation == state.generation else { return (.stale, nil) }
      state.carried.append(request.function)
      if state.diesDuring == request.function {
        state.diesDuring = nil
        state.isDead = true
        return (.failed(IMP_E_INTERNAL, "it ended by signal 11."), nil)
      }
      return (.carry(state.executor), state.spoil)
    }
    switch way {
    case .stale: return .stale
    case .failed(let status, let words): return .failed(status, words: words)
    case .carry(let executor):
      // Guarded: what is written beyond, or left out, is seen by the sanitizer and by the executor.
      let body = UnsafeMutableRawBufferPointer.allocate(byteCount: request.bytes, alignment: 64)
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: request.replyBytes, alignment: 64)
      defer {
        body.deallocate()
        room.deallocate()
      }
      body.initializeMemory(as: UInt8.self, repeating: 0xa5)
      room.initializeMemory(as: UInt8.self, repeating: 0xa5)
      write(body)
      let answer = executor.execute(request, body: UnsafeRawBufferPointer(body), room: room)
      var status = answer.status
      var bytes = Array(room[..<answer.bytes])
      if let spoil { (status, bytes) = spoil(request.function, status, bytes) }
      return .answered(bytes.withUnsafeBytes { read(status, $0) })
    }
  }
}

/// A plugin opened directly and through a bridge.
final class Bridged {
  let plugin: TestPlugin
  let carrier: TestCarrier
  let executorHost = TestExecutorHost()
  let bridge: CallBridge
  let opened: OpenedEntry

  init(_ plugin: TestPlugin = TestPlugin(), host: TestHost = TestHost()) throws {
    self.plugin = plugin
    carrier = TestCarrier(plugin, host: executorHost)
    bridge = try CallBridge(over: carrier)
    opened = try OpenedEntry(try bridge.table, host: host)
  }

  var words: String? { opened.host.last?.words }

  func table<T>(_ id: String, as type: T.Type = T.self) throws -> T { try opened.table(id) }

  /// Makes an object through its create.
  func object<Options>(
    _ options: Options,
    _ create: (OpaquePointer, UnsafePointer<Options>, UnsafeMutablePointer<OpaquePointer?>) -> imp_status
  ) throws -> OpaquePointer {
    try ImprintCallsTests.object(opened, options, create)
  }
}

extension CallBridge {
  var table: UnsafePointer<imp_entry> {
    get throws {
      guard let entry else { throw StatusError(status: IMP_E_INTERNAL, words: "there is no entry") }
      return entry.assumingMemoryBound(to: imp_entry.self)
    }
  }
}

/// Makes an object of an opened plugin.
func object<Options>(
  _ opened: OpenedEntry, _ options: Options,
  _ create: (OpaquePointer, UnsafePointer<Options>, UnsafeMutablePointer<OpaquePointer?>) -> imp_status
) throws -> OpaquePointer {
  var options = options
  var made: OpaquePointer?
  let status = create(opened.plugin, &options, &made)
  guard status == IMP_OK, let made else {
    throw StatusError(status: status, words: opened.host.last?.words ?? "")
  }
  return made
}

/// Opens a plugin directly and through a bridge, does the same with both, and expects the same.
/// - Returns: what both gave.
@discardableResult
func sameInBothWays<Seen: Equatable>(
  _ plugin: TestPlugin = TestPlugin(), sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (OpenedEntry) throws -> Seen
) throws -> Seen {
  let direct = try body(OpenedEntry(plugin.entry))
  let bridge = try CallBridge(over: LocalCarrier(CallExecutor(entry: plugin.entry, host: TestExecutorHost())))
  let bridged = try body(OpenedEntry(try bridge.table))
  #expect(bridged == direct, sourceLocation: sourceLocation)
  withExtendedLifetime(bridge) {}
  return direct
}
