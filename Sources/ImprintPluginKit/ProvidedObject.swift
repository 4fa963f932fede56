// SPDX-License-Identifier: Apache-2.0
import CImprint
import Synchronization

// What functions of one shape have in common for whoever provides an ability. The tables are generated of the
// abilities' descriptions (scripts/generate-abilities), and their functions come by these.

/// What an opaque pointer of the contract points to: a plugin, or something that it made.
protocol ProvidedObject: AnyObject {
  var host: Host { get }
}

extension ProvidedObject {
  /// As the contract passes it; kept until ``release(_:)``.
  func retained() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  static func from(_ handle: OpaquePointer) -> Self {
    Unmanaged<Self>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  static func release(_ handle: OpaquePointer) {
    Unmanaged<Self>.fromOpaque(UnsafeRawPointer(handle)).release()
  }

  /// Answers one call.
  func answer(_ body: (Self) throws(PluginFailure) -> Void) -> imp_status {
    host.answer { _ throws(PluginFailure) in try body(self) }
  }
}

/// What the host may cancel: it wakes the call that waits, and every later wait is over at once.
class CancellableObject {
  let host: Host
  private let session: any CancellableSession
  private let isCancelled = Atomic(false)
  /// What every later wait answers too.
  private var last: PluginFailure?

  init(_ host: Host, _ session: any CancellableSession) {
    self.host = host
    self.session = session
  }

  /// From any thread.
  func wasCancelled() {
    isCancelled.store(true, ordering: .releasing)
    session.cancel()
  }

  /// - Parameter noun: what it is, for people.
  func checkNotCancelled(_ noun: String) throws(PluginFailure) {
    guard isCancelled.load(ordering: .acquiring) else { return }
    throw PluginFailure(.cancelled, "The \(noun) was cancelled.")
  }

  /// Waits.
  /// - Parameter lasting: failures that every later wait answers too.
  func wait<Answer>(
    _ lasting: PluginFailure.Status..., for body: () throws(PluginFailure) -> Answer
  ) throws(PluginFailure) -> Answer {
    if let last { throw last }
    do throws(PluginFailure) {
      return try body()
    } catch {
      if lasting.contains(error.status) { last = error }
      throw error
    }
  }
}

/// What an author's session has whose calls wait. `Sendable`, because `cancel` comes from any thread
/// meanwhile.
public protocol CancellableSession: AnyObject, Sendable {
  /// Wakes the call that waits, which throws `.cancelled`. Returns at once. From any thread.
  func cancel()
}

extension OpenedPlugin {
  /// Answers a call that makes an object.
  /// - Parameter noun: what is made, for people.
  func make<Object: ProvidedObject>(
    _ place: UnsafeMutablePointer<OpaquePointer?>, _ noun: String,
    _ body: (OpenedPlugin) throws(PluginFailure) -> Object
  ) -> imp_status {
    host.answer { _ throws(PluginFailure) in
      guard isPresent(place) else {
        throw PluginFailure(.argument, "The output pointer for the \(noun) is null.")
      }
      place.pointee = try body(self).retained()
    }
  }

  /// Answers a call that lists what there is, in an array that the host owns.
  /// - Parameters:
  ///   - name: the array's, for words.
  ///   - body: asks the plugin. All entries are made before one is written: a failure leaves the array.
  func list<Entry>(
    _ entries: UnsafeMutablePointer<Entry>?, _ count: UnsafeMutablePointer<Int>, _ size: (Entry) -> UInt32,
    _ name: String, _ body: (OpenedPlugin) throws(PluginFailure) -> [Entry]
  ) -> imp_status {
    host.answer { _ throws(PluginFailure) in
      guard isPresent(count) else {
        throw PluginFailure(.argument, "The output pointer for the number of \(name) is null.")
      }
      let capacity = entries == nil ? 0 : count.pointee
      try checkSizes(entries, capacity, size, name)
      let made = try body(self)
      guard capacity >= made.count else {
        count.pointee = made.count
        throw PluginFailure(.shortBuffer, "\(name) needs room for \(made.count) entries.")
      }
      for (index, entry) in made.enumerated() { entries?[index] = entry }
      count.pointee = made.count
    }
  }
}

/// What a plugin lists, or tells, as a struct of the contract.
protocol ListedValue {
  associatedtype Raw: SizedStruct
  /// Says all but the size, and a format's name.
  func state(in raw: inout Raw) throws(PluginFailure)
  func raw() throws(PluginFailure) -> Raw
}

/// A struct of the contract that begins with its size.
protocol SizedStruct {
  init()
  var size: UInt32 { get set }
}

extension ListedValue {
  /// As the contract has it.
  func raw() throws(PluginFailure) -> Raw {
    var raw = Raw()
    raw.size = structSize(Raw.self)
    try state(in: &raw)
    return raw
  }
}

/// All that a plugin lists.
func listed<Value: ListedValue>(_ values: [Value]) throws(PluginFailure) -> [Value.Raw] {
  var listed: [Value.Raw] = []
  for value in values { listed.append(try value.raw()) }
  return listed
}

/// What provides an ability, once it is attached: the table that asks is reachable by then.
func provided<Provider>(_ provider: Provider?) throws(PluginFailure) -> Provider {
  guard let provider else { throw PluginFailure(.unsupported, "This plugin does not have the ability.") }
  return provider
}
