// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.camera-control/1` asks of an author's plugin.
enum CameraControlTable {
  static func modes(_ opened: OpenedPlugin, _ locator: imp_text) throws(PluginFailure) -> [imp_camera_mode] {
    try listed(provided(opened.attached.cameraControl).cameraModes(readLocator(locator)))
  }

  static func controls(
    _ opened: OpenedPlugin, _ locator: imp_text
  ) throws(PluginFailure) -> [imp_camera_control] {
    try listed(provided(opened.attached.cameraControl).cameraControls(readLocator(locator)))
  }

  static func set(
    _ opened: OpenedPlugin, _ locator: imp_text, _ control: UInt32, _ value: inout Int64
  ) throws(PluginFailure) {
    value = try provided(opened.attached.cameraControl).setCameraControl(
      try readLocator(locator), CameraControlID(rawValue: control), to: value)
  }
}

extension imp_camera_mode: SizedStruct {}

extension CameraMode: ListedValue {
  func state(in raw: inout imp_camera_mode) {
    raw.format = format
    (raw.width_min, raw.width_max) = (width.lowerBound, width.upperBound)
    raw.width_step = width.count == 1 ? 0 : max(widthStep, 1)
    (raw.height_min, raw.height_max) = (height.lowerBound, height.upperBound)
    raw.height_step = height.count == 1 ? 0 : max(heightStep, 1)
    raw.rate_milli_min = framesPerSecondMilli.lowerBound
    raw.rate_milli_max = framesPerSecondMilli.upperBound
  }
}

extension imp_camera_control: SizedStruct {}

extension CameraControl: ListedValue {
  func state(in raw: inout imp_camera_control) {
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
  }
}
