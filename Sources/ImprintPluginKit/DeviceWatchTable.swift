// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.device-watch/1` asks of an author's plugin.
enum DeviceWatchTable {
  static func open(_ opened: OpenedPlugin) throws(PluginFailure) -> ProvidedDeviceWatch {
    ProvidedDeviceWatch(opened.host, try provided(opened.attached.deviceWatch).openDeviceWatch())
  }
}

extension imp_device_event: SizedStruct {}

extension DeviceEvent: ListedValue {
  func state(in raw: inout imp_device_event) throws(PluginFailure) {
    raw.device = device.rawValue
    raw.change = change.rawValue
    raw.state = readerState
    raw.timestamp_ns = timestamp
    try copyWhole(locator, to: &raw.locator, "A device's locator")
  }
}

/// What an `imp_device_watch` points to.
final class ProvidedDeviceWatch: CancellableObject {
  private let session: any DeviceWatchSession

  init(_ host: Host, _ session: any DeviceWatchSession) {
    self.session = session
    super.init(host, session)
  }

  func next(_ timeout: UInt64, _ event: inout imp_device_event) throws(PluginFailure) {
    event = try wait(.cancelled) { () throws(PluginFailure) in try session.next(timeout: timeout) }.raw()
  }
}
