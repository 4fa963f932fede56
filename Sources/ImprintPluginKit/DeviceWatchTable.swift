// SPDX-License-Identifier: Apache-2.0
import CImprint
import Synchronization

/// The C table of `imprint.device-watch/1`; every plugin and opening shares it.
enum DeviceWatchTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table: UnsafePointer<imp_device_watch_ability> = {
    let table = UnsafeMutablePointer<imp_device_watch_ability>.allocate(capacity: 1)
    table.initialize(
      to: imp_device_watch_ability(
        size: structSize(imp_device_watch_ability.self), reserved: 0,
        open: { open(OpenedPlugin.from($0), $1) },
        next: { Watch.from($0).next($1, $2) },
        cancel: { Watch.from($0).cancel() },
        close: { Handle.release($0, as: Watch.self) }))
    return UnsafePointer(table)
  }()

  private static func open(
    _ opened: OpenedPlugin, _ watch: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status {
    opened.host.answer { () throws(PluginFailure) in
      guard isPresent(watch), let plugin = opened.deviceWatch else {
        throw PluginFailure(.argument, "There is no place for the watch.")
      }
      watch.pointee = Handle.retain(Watch(host: opened.host, session: try plugin.openDeviceWatch()))
    }
  }
}

extension DeviceEvent {
  fileprivate func raw() throws(PluginFailure) -> imp_device_event {
    var raw = imp_device_event()
    raw.size = structSize(imp_device_event.self)
    raw.device = device.rawValue
    raw.change = change.rawValue
    raw.state = readerState
    raw.timestamp_ns = timestamp
    guard copy(locator, to: &raw.locator) else {
      throw PluginFailure(.internal, "A device's locator is longer than 511 bytes.")
    }
    return raw
  }
}

/// What an `imp_device_watch` points to.
private final class Watch {
  private let host: Host
  private let session: any DeviceWatchSession
  private let isCancelled = Atomic(false)

  init(host: Host, session: any DeviceWatchSession) {
    self.host = host
    self.session = session
  }

  static func from(_ handle: OpaquePointer) -> Watch { Handle.object(handle) }

  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    session.cancel()
  }

  func next(_ timeout: UInt64, _ out: UnsafeMutablePointer<imp_device_event>) -> imp_status {
    host.answer { () throws(PluginFailure) in
      guard isSized(UnsafePointer(out), \.size) else {
        throw PluginFailure(.abi, "The event has a wrong size field.")
      }
      if isCancelled.load(ordering: .acquiring) {
        throw PluginFailure(.cancelled, "The watch was cancelled.")
      }
      out.pointee = try session.next(timeout: timeout).raw()
    }
  }
}
