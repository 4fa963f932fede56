// SPDX-License-Identifier: Apache-2.0
import CImprint

extension CameraControlID {
  /// 0 manual, 1 automatic.
  public static let exposureAuto = CameraControlID(rawValue: UInt32(IMP_CAMERA_EXPOSURE_AUTO))
  /// 100 microseconds a unit.
  public static let exposure = CameraControlID(rawValue: UInt32(IMP_CAMERA_EXPOSURE))
  /// 0 manual, 1 continuous.
  public static let focusAuto = CameraControlID(rawValue: UInt32(IMP_CAMERA_FOCUS_AUTO))
  /// Units of the camera's own, larger is nearer.
  public static let focus = CameraControlID(rawValue: UInt32(IMP_CAMERA_FOCUS))
  /// 0 manual, 1 automatic.
  public static let gainAuto = CameraControlID(rawValue: UInt32(IMP_CAMERA_GAIN_AUTO))
  /// Units of the camera's own.
  public static let gain = CameraControlID(rawValue: UInt32(IMP_CAMERA_GAIN))
  /// 0 off, 1 is 50 Hz, 2 is 60 Hz, 3 automatic.
  public static let powerLine = CameraControlID(rawValue: UInt32(IMP_CAMERA_POWER_LINE))
  public static let brightness = CameraControlID(rawValue: UInt32(IMP_CAMERA_BRIGHTNESS))
  public static let contrast = CameraControlID(rawValue: UInt32(IMP_CAMERA_CONTRAST))
  public static let saturation = CameraControlID(rawValue: UInt32(IMP_CAMERA_SATURATION))
  public static let sharpness = CameraControlID(rawValue: UInt32(IMP_CAMERA_SHARPNESS))
  /// 0 manual, 1 automatic.
  public static let whiteBalanceAuto = CameraControlID(rawValue: UInt32(IMP_CAMERA_WHITE_BALANCE_AUTO))
  /// Kelvin.
  public static let whiteBalance = CameraControlID(rawValue: UInt32(IMP_CAMERA_WHITE_BALANCE))
  public static let backlight = CameraControlID(rawValue: UInt32(IMP_CAMERA_BACKLIGHT))
  public static let zoom = CameraControlID(rawValue: UInt32(IMP_CAMERA_ZOOM))
  /// The first number of the camera's own settings.
  public static let own = CameraControlID(rawValue: UInt32(IMP_CAMERA_CONTROL_OWN))
}
