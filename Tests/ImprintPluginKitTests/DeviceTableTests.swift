// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

/// Cameras said in full, their settings, and devices that come and go.
struct DeviceTableTests {
  let opened: OpenedEntry

  init() throws {
    opened = try OpenedEntry(devicesExport.entry)
  }

  private func controls() throws -> imp_camera_control_ability { try opened.table(IMP_CAMERA_CONTROL_ID) }

  @Test func descriptorListsTheAbilities() {
    let descriptor = opened.entry.pointee.describe(opened.entry).pointee
    let abilities = (0..<Int(descriptor.ability_count)).compactMap { descriptor.abilities?[$0] }
    #expect(
      abilities.map { String(cString: $0) } == [
        IMP_CAMERA_ID, IMP_CAMERA_CONTROL_ID, IMP_DEVICE_WATCH_ID, IMP_MICROPHONE_ID,
      ])
  }

  @Test func cameraSaysWhatItIs() throws {
    let table: imp_camera_ability = try opened.table(IMP_CAMERA_ID)
    var infos = room(imp_camera_info(), \.size, 2)
    var count = 2
    #expect(table.list(opened.plugin, &infos, &count) == IMP_OK)
    #expect([text(infos[0].id), text(infos[0].device)] == ["usb-1", "usb"])
    #expect((infos[0].light, infos[0].facing) == (2, 3))
    #expect([text(infos[1].id), text(infos[1].device)] == ["", ""])
    #expect((infos[1].light, infos[1].facing, infos[1].reserved) == (0, 0, 0))
  }

  @Test func modesAndSettingsFillTheList() throws {
    //
    let table = try controls()
    try "/dev/video0".lent { locator in
      var count = 1
      var modes = room(imp_camera_mode(), \.size, 2)
      #expect(table.modes(opened.plugin, locator, &modes, &count) == IMP_RETRY_SHORT_BUFFER)
      #expect((count, modes[0].format) == (2, 0))
      #expect(table.modes(opened.plugin, locator, &modes, &count) == IMP_OK)
      #expect((modes[0].width_min, modes[0].width_max, modes[0].width_step) == (640, 640, 0))
      #expect((modes[0].rate_milli_min, modes[0].rate_milli_max) == (29970, 30000))
      // A height that may be chosen has a step, whatever the author says.
      #expect((modes[1].width_step, modes[1].height_max, modes[1].height_step) == (8, 1080, 1))
      modes[1].size = 0
      #expect(table.modes(opened.plugin, locator, &modes, &count) == IMP_E_ABI)
      var settings = room(imp_camera_control(), \.size, 1)
      count = 1
      #expect(table.controls(opened.plugin, locator, &settings, &count) == IMP_OK)
      let setting = try #require(settings.first)
      #expect((setting.control, setting.flags) == (13, 2))
      #expect([setting.minimum, setting.maximum, setting.step] == [2800, 6500, 1])
      #expect((setting.standard, setting.value) == (4000, 5000))
      // 63 bytes hold 31 characters of two bytes.
      #expect(text(setting.name) == String(repeating: "ü", count: 31))
    }
  }

  @Test func grantedValueIsWrittenWithSuccessAlone() throws {
    //
    let table = try controls()
    "/dev/video0".lent { locator in
      var value: Int64 = 47
      #expect(table.set(opened.plugin, locator, 6, &value) == IMP_OK)
      #expect(value == 40)
      value = 47
      #expect(table.set(opened.plugin, locator, 7, &value) == IMP_E_UNSUPPORTED)
      #expect(value == 47)
    }
  }

  @Test(arguments: ["", "a\0b", "other"]) func locatorOfNoCameraIsRefused(locator: String) throws {
    let table = try controls()
    let expected = locator == "other" ? IMP_E_DEVICE_MISSING : IMP_E_ARGUMENT
    locator.lent { locator in
      var count = 0
      var value: Int64 = 0
      #expect(table.modes(opened.plugin, locator, nil, &count) == expected)
      #expect(table.controls(opened.plugin, locator, nil, &count) == expected)
      #expect(table.set(opened.plugin, locator, 6, &value) == expected)
    }
  }

  @Test func eventsAreWritten() throws {
    let table: imp_device_watch_ability = try opened.table(IMP_DEVICE_WATCH_ID)
    var made: OpaquePointer?
    #expect(table.open(opened.plugin, &made) == IMP_OK)
    let watch = try #require(made)
    defer { table.close(watch) }
    var event = imp_device_event()
    #expect(table.next(watch, 0, &event) == IMP_E_ABI)
    event.size = structSize(imp_device_event.self)
    #expect(table.next(watch, 0, &event) == IMP_OK)
    #expect((event.device, event.change, event.state, event.timestamp_ns) == (1, 1, 0, 1))
    #expect(text(event.locator) == "/dev/video7")
    #expect(table.next(watch, 0, &event) == IMP_OK)
    #expect((event.device, event.change, event.state) == (3, 3, 5))
    // what is no success leaves the event as it was, and a service that ended is not the end.
    #expect(table.next(watch, 0, &event) == IMP_E_SERVICE)
    #expect(text(event.locator) == "reader")
    #expect(table.next(watch, 0, &event) == IMP_OK)
    #expect((event.change, text(event.locator)) == (4, ""))
    // A locator that was cut would be another device's.
    #expect(table.next(watch, 0, &event) == IMP_E_INTERNAL)
    #expect(table.next(watch, 0, &event) == IMP_RETRY_TIMEOUT)
    //
    table.cancel(watch)
    for _ in 0..<2 { #expect(table.next(watch, 0, &event) == IMP_OUTCOME_CANCELLED) }
  }
}

/// The text of a field.
func text<T>(_ field: T) -> String {
  withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
