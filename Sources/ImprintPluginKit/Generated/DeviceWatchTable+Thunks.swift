// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/device-watch.yaml and
// imprint/draft/device-watch.h; change that, not this.
// swift-format-ignore-file
import CImprint

extension ProvidedDeviceWatch: ProvidedObject {}

/// The C table of `imprint.device-watch/1`; every plugin and opening shares it.
extension DeviceWatchTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table = lasting(imp_device_watch_ability(
    size: structSize(imp_device_watch_ability.self), reserved: 0,
    open: { it, watch in
      OpenedPlugin.from(it).make(watch, "watch of devices") { it throws(PluginFailure) in
        try DeviceWatchTable.open(it)
      }
    },
    next: { it, timeoutNs, event in
      ProvidedDeviceWatch.from(it).answer { it throws(PluginFailure) in
        var told = try lent(event, \.size, "event")
        try it.checkNotCancelled("watch of devices")
        try it.next(timeoutNs, &told)
        event.pointee = told
      }
    },
    cancel: { ProvidedDeviceWatch.from($0).wasCancelled() },
    close: { ProvidedDeviceWatch.release($0) }))
}
