// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// What cameras say of themselves, and their settings.
@Suite(.timeLimit(.minutes(2)))
struct CameraControlTests {
  private let locator = "/dev/fixture0"

  @Test func cameraIsListedWithAllThatItSays() throws {
    let plugin = try FixturePlugin.devices().opened()
    #expect(
      try Camera.list(plugin) == [
        CameraInfo(
          locator: locator, name: "Fixture camera", id: "usb-1.2-4242", device: "usb-1.2", light: .infrared,
          facing: .user)
      ])
  }

  @Test(arguments: [
    "infos[0].light = 3;", "infos[0].facing = 4;", "memset(infos[0].id, 'x', 256);",
    "infos[0].device[0] = (char)0xc3;",
  ])
  func aHostileListIsMisbehaviour(statement: String) throws {
    let plugin = try FixturePlugin.devices(["FIX_CAMERAS": statement]).opened()
    let error = try #require(throws: PluginCallError.self) { try Camera.list(plugin) }
    #expect(error.code == .internalDefect, "\(error)")
  }

  @Test func formatIsAskedFor() async throws {
    let plugin = try FixturePlugin.devices().opened()
    _ = try await Camera.open(plugin, options: CameraOptions(locator: locator, format: .pixels(.uyvy)))
    let error = try await #require(throws: PluginCallError.self) {
      try await Camera.open(plugin, options: CameraOptions(locator: locator, format: .jpeg))
    }
    #expect(error.code == .unsupported)
  }

  @Test func modesAreListed() throws {
    let plugin = try FixturePlugin.devices().opened()
    #expect(
      try Camera.modes(plugin, of: locator) == [
        CameraMode(
          format: .pixels(.yuyv), width: 640...640, height: 480...480, framesPerSecond: 29.97...29.97),
        CameraMode(
          format: .jpeg, width: 160...1920, widthStep: 16, height: 120...1080, heightStep: 8,
          framesPerSecond: nil),
      ])
  }

  @Test(arguments: [
    "modes[0].format = 7;", "modes[0].width_min = 0;", "modes[0].width_min = 641;",
    "modes[1].width_max = 65536;", "modes[1].width_step = 0;", "modes[1].height_step = 0;",
    "modes[0].rate_milli_min = 29971;", "modes[1].size = 0;", "*count = 3000000000u;",
  ])
  func aHostileModeIsMisbehaviour(statement: String) throws {
    let plugin = try FixturePlugin.devices(["FIX_MODES": statement]).opened()
    let error = try #require(throws: PluginCallError.self) { try Camera.modes(plugin, of: locator) }
    #expect(error.code == .internalDefect, "\(error)")
  }

  @Test func settingsAreListedAndSet() async throws {
    let plugin = try FixturePlugin.devices().opened()
    let camera = try await Camera.open(plugin, options: CameraOptions(locator: locator))
    let settings = try await camera.controls()
    let gain = CameraControl(
      kind: .gain, name: "Gain", range: -20...100, step: 10, standard: 10, value: 10)
    let light = CameraControl(
      kind: .own(0x10003), name: "LED", range: 0...1, standard: 0, value: 0, isReadOnly: true,
      isInactive: true)
    #expect(settings == [gain, light])
    // what was granted, while a frame is waited for.
    let waiting = Task { try await camera.nextFrame(timeout: .seconds(3600)) }
    #expect(try await camera.setControl(.gain, to: 47) == 40)
    #expect(try await plugin.withoutBlocking { try Camera.controls($0, of: locator) }.first?.value == 40)
    camera.cancel()
    #expect((await waiting.result).code == .cancelled)
  }

  @Test func settingThatIsRefusedSaysWhy() throws {
    let plugin = try FixturePlugin.devices().opened()
    for (kind, value, code) in [
      (CameraControlKind.zoom, Int64(1), PluginCallError.Code.unsupported), (.gain, 101, .argument),
      (.gain, .min, .argument), (.own(0x10003), 1, .state),
    ] {
      let error = try #require(throws: PluginCallError.self) {
        try Camera.setControl(plugin, of: locator, kind, to: value)
      }
      #expect(error.code == code)
    }
    let missing = try #require(throws: PluginCallError.self) { try Camera.modes(plugin, of: "/dev/other") }
    #expect(missing.code == .deviceMissing)
  }

  @Test(arguments: [
    "controls[0].control = 0;", "controls[0].step = 0;", "controls[0].step = -1;",
    "controls[0].minimum = 101;", "memset(controls[1].name, 'x', 64);", "controls[1].name[0] = (char)0xff;",
    "controls[0].size = 8;",
  ])
  func aHostileSettingIsMisbehaviour(statement: String) throws {
    let plugin = try FixturePlugin.devices(["FIX_CONTROLS": statement]).opened()
    let error = try #require(throws: PluginCallError.self) { try Camera.controls(plugin, of: locator) }
    #expect(error.code == .internalDefect, "\(error)")
  }

  @Test func pluginWithoutSettingsIsSaidToHaveNone() throws {
    let plugin = try FixturePlugin().opened()
    for call in [
      { _ = try Camera.modes(plugin, of: "fixture:0") }, { _ = try Camera.controls(plugin, of: "fixture:0") },
      { _ = try Camera.setControl(plugin, of: "fixture:0", .gain, to: 1) },
    ] as [() throws -> Void] {
      let error = try #require(throws: PluginCallError.self) { try call() }
      #expect(error.code == .unsupported)
      #expect(error.reason.contains("imprint.camera-control/1"))
    }
  }

  @Test(arguments: ["", "a\0b"]) func locatorThatIsNoneIsRefused(locator: String) throws {
    let plugin = try FixturePlugin.devices().opened()
    let error = try #require(throws: PluginCallError.self) { try Camera.controls(plugin, of: locator) }
    #expect(error.code == .argument)
  }

  @Test func wordsOfSettingsAndFormatsLeadBack() {
    for kind in CameraControlKind.named + [.own(16), .own(0x10003), .own(.max)] {
      #expect(CameraControlKind(word: kind.word) == kind)
      #expect(CameraControlKind(code: kind.code) == kind)
    }
    #expect(CameraControlKind(word: "own-6") == .gain)
    #expect(CameraControlKind(word: "own-x") == nil)
    for format in FrameFormat.all {
      #expect(FrameFormat(format.description) == format)
      #expect(FrameFormat(code: format.code) == format)
    }
    #expect(FrameFormat.all.count == 10)
  }
}

extension Result where Failure == any Error {
  var code: PluginCallError.Code? {
    guard case .failure(let error) = self else { return nil }
    return (error as? PluginCallError)?.code
  }
}
