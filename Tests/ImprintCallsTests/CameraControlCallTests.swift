// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls
import Synchronization
import Testing

/// `imprint.camera-control/1` through a bridge: the same as directly.
@Suite struct CameraControlCallTests {
  private static func camera(modes: Int, controls: Int) -> TestPlugin {
    let plugin = TestPlugin()
    plugin.onModes = { locator, entries, count in
      guard text(locator) == "/dev/video0" else { return IMP_E_DEVICE_MISSING }
      defer { count.pointee = modes }
      guard modes <= count.pointee, let entries else { return IMP_RETRY_SHORT_BUFFER }
      for index in 0..<modes {
        entries[index].format = UInt32(IMP_PIXEL_YUYV)
        entries[index].width_max = UInt32(index) + 640
      }
      return IMP_OK
    }
    plugin.onControls = { locator, entries, count in
      guard text(locator) == "/dev/video0" else { return IMP_E_DEVICE_MISSING }
      defer { count.pointee = controls }
      guard controls <= count.pointee, let entries else { return IMP_RETRY_SHORT_BUFFER }
      for index in 0..<controls {
        entries[index].control = UInt32(index) + 1
        entries[index].minimum = .min
        withUnsafeMutableBytes(of: &entries[index].name) { $0.copyBytes(from: "Setting \(index)".utf8) }
      }
      return IMP_OK
    }
    plugin.onSetControl = { locator, control, value in
      guard control == UInt32(IMP_CAMERA_GAIN) else { return IMP_E_UNSUPPORTED }
      // the nearest that it has.
      value.pointee = min(max(value.pointee, -5), 250) / 10 * 10
      return text(locator) == "/dev/video0" ? IMP_OK : IMP_E_DEVICE_MISSING
    }
    return plugin
  }

  //
  @Test(arguments: [0, 1, 3, 40], [nil, 0, 3, 64] as [Int?])
  func modesAndSettingsAreListed(_ number: Int, _ capacity: Int?) throws {
    try sameInBothWays(Self.camera(modes: number, controls: number + 1)) { opened in
      let table: imp_camera_control_ability = try opened.table(IMP_CAMERA_CONTROL_ID)
      return TestPlugin.lend("/dev/video0") { locator in
        var modes = room(imp_camera_mode(), \.size, capacity ?? 0)
        var controls = room(imp_camera_control(), \.size, capacity ?? 0)
        var counts = (capacity ?? 0, capacity ?? 0)
        let first = modes.withUnsafeMutableBufferPointer {
          table.modes(opened.plugin, locator, capacity == nil ? nil : $0.baseAddress, &counts.0)
        }
        let second = controls.withUnsafeMutableBufferPointer {
          table.controls(opened.plugin, locator, capacity == nil ? nil : $0.baseAddress, &counts.1)
        }
        return [bytes(first), bytes(second), bytes(counts.0), bytes(counts.1)] + modes.map { bytes($0) }
          + controls.map { bytes($0) }
      }
    }
  }

  //
  @Test func entryOfWrongSizeIsRefusedBeforeAnythingIsCarried() throws {
    let bridged = try Bridged(Self.camera(modes: 1, controls: 1))
    let table: imp_camera_control_ability = try bridged.table(IMP_CAMERA_CONTROL_ID)
    var modes = room(imp_camera_mode(), \.size, 2)
    modes[1].size += 4
    var controls = room(imp_camera_control(), \.size, 2)
    controls[0].size = 0
    var count = 2
    #expect(table.modes(bridged.opened.plugin, imp_text(), &modes, &count) == IMP_E_ABI)
    #expect(table.controls(bridged.opened.plugin, imp_text(), &controls, &count) == IMP_E_ABI)
    #expect(count == 2)
    #expect(!bridged.carrier.carried.contains { [.cameraControlModes, .cameraControlControls].contains($0) })
  }

  //
  @Test func grantedValueComesBackAndARefusalLeavesWhatWasAsked() throws {
    let seen = try sameInBothWays(Self.camera(modes: 0, controls: 0)) { opened in
      let table: imp_camera_control_ability = try opened.table(IMP_CAMERA_CONTROL_ID)
      var seen: [Int64] = []
      for (locator, control, asked) in [
        ("/dev/video0", IMP_CAMERA_GAIN, Int64(127)), ("/dev/video0", IMP_CAMERA_GAIN, .max),
        ("/dev/video0", IMP_CAMERA_GAIN, .min), ("/dev/video0", IMP_CAMERA_ZOOM, 3),
        ("/dev/video9", IMP_CAMERA_EXPOSURE, 4), ("", IMP_CAMERA_ZOOM, 5),
      ] {
        var value = asked
        let status = TestPlugin.lend(locator) {
          table.set(opened.plugin, $0, UInt32(control), &value)
        }
        seen += [Int64(status), value]
      }
      return seen
    }
    #expect(
      seen == [
        0, 120, 0, 250, 0, 0, Int64(IMP_E_UNSUPPORTED), 3, Int64(IMP_E_UNSUPPORTED), 4,
        Int64(IMP_E_UNSUPPORTED), 5,
      ])
  }

  @Test func settingsOutliveTheProcess() throws {
    let bridged = try Bridged(Self.camera(modes: 0, controls: 0))
    let table: imp_camera_control_ability = try bridged.table(IMP_CAMERA_CONTROL_ID)
    bridged.carrier.die()
    var value: Int64 = 77
    let status = TestPlugin.lend("/dev/video0") {
      table.set(bridged.opened.plugin, $0, UInt32(IMP_CAMERA_GAIN), &value)
    }
    #expect((status, value) == (IMP_OK, 70))
    #expect(bridged.carrier.generation == 2)
  }
}
