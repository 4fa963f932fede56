// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.device-watch/1` asks of an author's plugin.
enum DeviceWatchTable {
  static func open(_ opened: OpenedPlugin) throws(PluginFailure) -> ProvidedDeviceWatch {
    ProvidedDeviceWatch(
      host: opened.host, session: try provided(opened.attached.deviceWatch).openDeviceWatch())
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
final class ProvidedDeviceWatch {
  let host: Host
  let cancellation = Cancellation()
  private let session: any DeviceWatchSession

  init(host: Host, session: any DeviceWatchSession) {
    self.host = host
    self.session = session
  }

  func cancel() { session.cancel() }

  func next(_ timeout: UInt64, _ event: inout imp_device_event) throws(PluginFailure) {
    event = try session.next(timeout: timeout).raw()
  }
}
