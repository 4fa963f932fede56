// SPDX-License-Identifier: Apache-2.0
import CImprint
import Synchronization

// What functions of one shape have in common for whoever provides an ability. The tables are generated of the
// abilities' descriptions (scripts/generate-abilities), and their functions come by these.

/// What an opaque pointer of the contract points to: something that a plugin made.
protocol ProvidedObject: AnyObject {
  var host: Host { get }
}

extension ProvidedObject {
  static func from(_ handle: OpaquePointer) -> Self { Handle.object(handle) }

  static func release(_ handle: OpaquePointer) { Handle.release(handle, as: Self.self) }

  /// Answers one call.
  func answer(_ body: (Self) throws(PluginFailure) -> Void) -> imp_status {
    host.answer { () throws(PluginFailure) in try body(self) }
  }
}

/// Something whose waits end when the host cancels it, and are over for good then.
protocol CancellableObject: ProvidedObject {
  /// What it is, for people.
  static var noun: String { get }
  var cancellation: Cancellation { get }

  /// Wakes the call that waits, and returns at once. From any thread.
  func cancel()
}

extension CancellableObject {
  func wasCancelled() {
    cancellation.isCancelled.store(true, ordering: .releasing)
    cancel()
  }

  func checkNotCancelled() throws(PluginFailure) {
    guard cancellation.isCancelled.load(ordering: .acquiring) else { return }
    throw PluginFailure(.cancelled, "The \(Self.noun) was cancelled.")
  }
}

/// Whether something was cancelled; once it was, it stays so.
final class Cancellation: Sendable {
  let isCancelled = Atomic(false)
}

extension OpenedPlugin {
  /// Answers one call.
  func answer(_ body: (OpenedPlugin) throws(PluginFailure) -> Void) -> imp_status {
    host.answer { () throws(PluginFailure) in try body(self) }
  }

  /// Answers a call that makes an object.
  /// - Parameter noun: what is made, for people.
  func make<Object: ProvidedObject>(
    _ place: UnsafeMutablePointer<OpaquePointer?>, _ noun: String,
    _ body: (OpenedPlugin) throws(PluginFailure) -> Object
  ) -> imp_status {
    host.answer { () throws(PluginFailure) in
      guard isPresent(place) else {
        throw PluginFailure(.argument, "There is no place for the \(noun).")
      }
      place.pointee = Handle.retain(try body(self))
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
    host.answer { () throws(PluginFailure) in
      guard isPresent(count) else {
        throw PluginFailure(.argument, "There is no place for the number of \(name).")
      }
      let capacity = entries == nil ? 0 : count.pointee
      guard areSized(entries, capacity, size) else {
        throw PluginFailure(.abi, "An entry of \(name) has a wrong size field.")
      }
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

/// What provides an ability, once it is attached: the table that asks is reachable by then.
func provided<Provider>(_ provider: Provider?) throws(PluginFailure) -> Provider {
  guard let provider else { throw PluginFailure(.unsupported, "This plugin does not have the ability.") }
  return provider
}
