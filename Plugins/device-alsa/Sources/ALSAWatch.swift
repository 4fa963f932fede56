// SPDX-License-Identifier: Apache-2.0
import CALSA
import Glibc
import ImprintPluginKit

/// Sound cards that come and go, as the kernel tells.
final class ALSAWatch: DeviceWatchSession, @unchecked Sendable {
  // Sendable: `next` comes from one thread at a time, and `cancel` touches the wake-up descriptor alone.
  private let watch: OpaquePointer

  init() throws(PluginFailure) {
    var opened: OpaquePointer?
    let error = calsa_watch_open(&opened)
    guard error == 0, let opened else {
      switch -error {
      case EACCES, EPERM:
        throw PluginFailure(.deviceDenied, "This process may not listen to the kernel's events of devices.")
      case ENOMEM:
        throw PluginFailure(.memory, "There is no memory for a watch.")
      default:
        throw PluginFailure(
          .service,
          "The kernel's events of devices cannot be heard (error \(-error)). List the devices now and then.")
      }
    }
    watch = opened
  }

  deinit { calsa_watch_close(watch) }

  func next(timeout: UInt64) throws(PluginFailure) -> DeviceEvent {
    var event = calsa_event()
    let result = calsa_watch_next(watch, timeout, &event)
    guard result > 0 else {
      switch -result {
      case 0: throw PluginFailure(.timeout, "No microphone has come or gone.")
      case ECANCELED: throw PluginFailure(.cancelled, "The watch was cancelled.")
      default:
        throw PluginFailure(.service, "The kernel's events of devices cannot be heard (error \(-result)).")
      }
    }
    return DeviceEvent(
      device: .microphone, change: DeviceChange(rawValue: event.change.rawValue) ?? .listAgain,
      locator: text(of: event.locator), timestamp: event.timestamp_ns)
  }

  func cancel() { calsa_watch_cancel(watch) }
}
