// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/camera-control.yaml and
// imprint/draft/camera-control.h; change that, not this.
// swift-format-ignore-file
import CImprint

/// The C table of `imprint.camera-control/1`; every plugin and opening shares it.
extension CameraControlTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table = lasting(imp_camera_control_ability(
    size: structSize(imp_camera_control_ability.self), reserved: 0,
    modes: { it, locator, modes, count in
      OpenedPlugin.from(it).list(modes, count, \.size, "modes") { it throws(PluginFailure) in
        try CameraControlTable.modes(it, locator)
      }
    },
    controls: { it, locator, controls, count in
      OpenedPlugin.from(it).list(controls, count, \.size, "controls") { it throws(PluginFailure) in
        try CameraControlTable.controls(it, locator)
      }
    },
    set: { it, locator, control, value in
      OpenedPlugin.from(it).answer { it throws(PluginFailure) in
        var told = try lent(value, "value")
        try CameraControlTable.set(it, locator, control, &told)
        value.pointee = told
      }
    }))
}
