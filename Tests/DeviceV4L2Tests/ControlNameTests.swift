// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit
import Testing

@testable import V4L2Devices

/// Which setting of a driver's is which of the contract's: numbers of linux/v4l2-controls.h.
@Suite struct ControlNameTests {
  @Test(
    arguments: [
      (0x009A_0901, IMP_CAMERA_EXPOSURE_AUTO), (0x009A_0902, IMP_CAMERA_EXPOSURE),
      (0x009A_090C, IMP_CAMERA_FOCUS_AUTO), (0x009A_090A, IMP_CAMERA_FOCUS),
      (0x0098_0912, IMP_CAMERA_GAIN_AUTO),
      (0x0098_0913, IMP_CAMERA_GAIN), (0x0098_0918, IMP_CAMERA_POWER_LINE),
      (0x0098_0900, IMP_CAMERA_BRIGHTNESS),
      (0x0098_0901, IMP_CAMERA_CONTRAST), (0x0098_0902, IMP_CAMERA_SATURATION),
      (0x0098_091B, IMP_CAMERA_SHARPNESS),
      (0x0098_090C, IMP_CAMERA_WHITE_BALANCE_AUTO), (0x0098_091A, IMP_CAMERA_WHITE_BALANCE),
      (0x0098_091C, IMP_CAMERA_BACKLIGHT), (0x009A_090D, IMP_CAMERA_ZOOM),
    ] as [(UInt32, Int32)])
  func aKnownSettingHasTheContractsNumber(_ number: UInt32, _ control: Int32) {
    let id = CameraControlID(rawValue: UInt32(control))
    #expect(ControlNames.control(number, among: [number]) == id)
    #expect(ControlNames.number(id, among: [number]) == number)
    #expect(ControlNames.number(id, among: []) == nil)
  }

  @Test func aSettingOfTheCamerasOwnKeepsItsNumber() {
    #expect(ControlNames.control(0x00F0_F041, among: [0x00F0_F041]).rawValue == 0x00F0_F041)
    #expect(0x00F0_F041 >= IMP_CAMERA_CONTROL_OWN)
  }

  @Test func theAnalogueGainIsTheGainWhereThereIsNoOther() {
    let analogue: UInt32 = 0x009E_0903
    #expect(ControlNames.control(analogue, among: [analogue]) == .gain)
    #expect(ControlNames.control(analogue, among: [analogue, 0x0098_0913]).rawValue == analogue)
  }

  @Test func automaticExposureHasManyKinds() {
    #expect([0, 1, 2, 3].map(ExposureMenu.contractValue) == [1, 0, 1, 1])
    #expect(ExposureMenu.entries(1) == [0, 3])
  }
}
