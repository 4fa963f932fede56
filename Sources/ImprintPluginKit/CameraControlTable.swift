// SPDX-License-Identifier: Apache-2.0
import CImprint

/// The C table of `imprint.camera-control/1`; every plugin and opening shares it.
enum CameraControlTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table: UnsafePointer<imp_camera_control_ability> = {
    let table = UnsafeMutablePointer<imp_camera_control_ability>.allocate(capacity: 1)
    table.initialize(
      to: imp_camera_control_ability(
        size: structSize(imp_camera_control_ability.self), reserved: 0,
        modes: { modes(OpenedPlugin.from($0), $1, $2, $3) },
        controls: { controls(OpenedPlugin.from($0), $1, $2, $3) },
        set: { set(OpenedPlugin.from($0), $1, $2, $3) }))
    return UnsafePointer(table)
  }()

  private static func modes(
    _ opened: OpenedPlugin, _ locator: imp_text, _ modes: UnsafeMutablePointer<imp_camera_mode>?,
    _ count: UnsafeMutablePointer<Int>
  ) -> imp_status {
    opened.host.answer { () throws(PluginFailure) in
      try FilledList.fill(modes, count, \.size, "modes") { () throws(PluginFailure) in
        try opened.cameraControl?.cameraModes(try readLocator(locator)).map(\.raw) ?? []
      }
    }
  }

  private static func controls(
    _ opened: OpenedPlugin, _ locator: imp_text, _ controls: UnsafeMutablePointer<imp_camera_control>?,
    _ count: UnsafeMutablePointer<Int>
  ) -> imp_status {
    opened.host.answer { () throws(PluginFailure) in
      try FilledList.fill(controls, count, \.size, "settings") { () throws(PluginFailure) in
        try opened.cameraControl?.cameraControls(try readLocator(locator)).map(\.raw) ?? []
      }
    }
  }

  private static func set(
    _ opened: OpenedPlugin, _ locator: imp_text, _ control: UInt32, _ value: UnsafeMutablePointer<Int64>
  ) -> imp_status {
    opened.host.answer { () throws(PluginFailure) in
      guard isPresent(value), let plugin = opened.cameraControl else {
        throw PluginFailure(.argument, "There is no place for the value that is granted.")
      }
      value.pointee = try plugin.setCameraControl(
        try readLocator(locator), CameraControlID(rawValue: control), to: value.pointee)
    }
  }
}

extension CameraMode {
  fileprivate var raw: imp_camera_mode {
    imp_camera_mode(
      size: structSize(imp_camera_mode.self), format: format, width_min: width.lowerBound,
      width_max: width.upperBound, width_step: width.count == 1 ? 0 : max(widthStep, 1),
      height_min: height.lowerBound, height_max: height.upperBound,
      height_step: height.count == 1 ? 0 : max(heightStep, 1),
      rate_milli_min: framesPerSecondMilli.lowerBound, rate_milli_max: framesPerSecondMilli.upperBound)
  }
}

extension CameraControl {
  fileprivate var raw: imp_camera_control {
    var raw = imp_camera_control()
    raw.size = structSize(imp_camera_control.self)
    raw.control = control.rawValue
    raw.flags =
      (isReadOnly ? UInt32(IMP_CAMERA_CONTROL_READ_ONLY) : 0)
      | (isInactive ? UInt32(IMP_CAMERA_CONTROL_INACTIVE) : 0)
    raw.minimum = range.lowerBound
    raw.maximum = range.upperBound
    raw.step = max(step, 1)
    raw.standard = standard
    raw.value = value
    copy(name, to: &raw.name)
    return raw
  }
}
