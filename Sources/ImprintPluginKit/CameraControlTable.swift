// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.camera-control/1` asks of an author's plugin.
enum CameraControlTable {
  static func modes(_ opened: OpenedPlugin, _ locator: imp_text) throws(PluginFailure) -> [imp_camera_mode] {
    try provided(opened.attached.cameraControl).cameraModes(try readLocator(locator)).map(\.raw)
  }

  static func controls(
    _ opened: OpenedPlugin, _ locator: imp_text
  ) throws(PluginFailure) -> [imp_camera_control] {
    try provided(opened.attached.cameraControl).cameraControls(try readLocator(locator)).map(\.raw)
  }

  static func set(
    _ opened: OpenedPlugin, _ locator: imp_text, _ control: UInt32, _ value: inout Int64
  ) throws(PluginFailure) {
    value = try provided(opened.attached.cameraControl).setCameraControl(
      try readLocator(locator), CameraControlID(rawValue: control), to: value)
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
