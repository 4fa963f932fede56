// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport

extension TestPlugin {
  nonisolated(unsafe) static let cameraControl = table(
    imp_camera_control_ability(
      size: structSize(imp_camera_control_ability.self), reserved: 0,
      modes: { TestPlugin.of($0).onModes($1, $2, $3) },
      controls: { TestPlugin.of($0).onControls($1, $2, $3) },
      set: { TestPlugin.of($0).onSetControl($1, $2, $3) }))

  nonisolated(unsafe) static let watch = table(
    imp_device_watch_ability(
      size: structSize(imp_device_watch_ability.self), reserved: 0,
      open: {
        let plugin = TestPlugin.of($0); return plugin.make(plugin.onOpenWatch(), $1)
      },
      next: { TestPlugin.of($0).onNextEvent($1, $2) }, cancel: { TestPlugin.of($0).onCancel() },
      close: { TestPlugin.release($0) }))

  nonisolated(unsafe) static let microphone = table(
    imp_microphone_ability(
      size: structSize(imp_microphone_ability.self), reserved: 0,
      list: { TestPlugin.of($0).onListMicrophones($1, $2) },
      open: {
        let plugin = TestPlugin.of($0)
        return plugin.make(plugin.onOpenMicrophone($1.pointee, $2), $3)
      },
      read: { TestPlugin.of($0).onRead($1, $2, $3) }, cancel: { TestPlugin.of($0).onCancel() },
      close: { TestPlugin.release($0) }))

  nonisolated(unsafe) static let fingerReader = table(
    imp_finger_reader_ability(
      size: structSize(imp_finger_reader_ability.self), reserved: 0,
      list: { TestPlugin.of($0).onListFingerReaders($1, $2) },
      open: {
        let plugin = TestPlugin.of($0)
        return plugin.make(plugin.onOpenFingerReader($1.pointee), $2)
      },
      next_event: { TestPlugin.of($0).onNextFingerEvent($1, $2, $3) },
      cancel: { TestPlugin.of($0).onCancel() }, close: { TestPlugin.release($0) }))
}
