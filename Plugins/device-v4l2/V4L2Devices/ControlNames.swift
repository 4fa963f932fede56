// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// Which of a driver's settings is which of the contract's.
enum ControlNames {
  // V4L2_CID_... of linux/v4l2-controls.h: bases with additions, which Swift does not import.
  private static let user: UInt32 = 0x0098_0900
  private static let camera: UInt32 = 0x009A_0900
  private static let image: UInt32 = 0x009E_0900

  static let exposureAuto = camera + 1
  private static let analogueGain = image + 3

  /// The driver's number and the contract's.
  private static let known: [UInt32: CameraControlID] = [
    exposureAuto: .exposureAuto, camera + 2: .exposure, camera + 12: .focusAuto, camera + 10: .focus,
    user + 18: .gainAuto, user + 19: .gain, user + 24: .powerLine, user: .brightness, user + 1: .contrast,
    user + 2: .saturation, user + 27: .sharpness, user + 12: .whiteBalanceAuto, user + 26: .whiteBalance,
    user + 28: .backlight, camera + 13: .zoom,
  ]

  /// - Parameter all: the numbers that the driver has: a sensor without a gain of its own has an analogue
  ///   one.
  static func control(_ number: UInt32, among all: Set<UInt32>) -> CameraControlID {
    if number == analogueGain, !all.contains(user + 19) { return .gain }
    return known[number] ?? CameraControlID(rawValue: number)
  }

  /// The driver's number of a control; `nil` for one that it does not have.
  static func number(_ control: CameraControlID, among all: Set<UInt32>) -> UInt32? {
    all.first { self.control($0, among: all) == control }
  }
}

/// Exposure by the driver's menu: 0 automatic, 1 manual, 2 by time, 3 by aperture. The contract knows manual
/// and automatic.
enum ExposureMenu {
  static let manual: Int64 = 1

  static func contractValue(_ entry: Int64) -> Int64 { entry == manual ? 0 : 1 }

  /// The entries to try for a value, the best first.
  static func entries(_ value: Int64) -> [UInt32] { value == 0 ? [1, 2] : [0, 3] }
}
