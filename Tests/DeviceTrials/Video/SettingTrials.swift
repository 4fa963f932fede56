// SPDX-License-Identifier: Apache-2.0
import Imprint

/// Settings of vivid: asked, changed, refused.
enum SettingTrials {
  static let all: [Trial] = [
    Trial("settings are set and read back", part: .vm) {
      let plugin = try VideoPlugin.open()
      let path = try VideoPlugin.vivid().path
      let controls = try await plugin.withoutBlocking { try Camera.controls($0, of: path) }
      measured(
        "\(controls.count) settings: "
          + controls.prefix(8).map { "\($0.name)=\($0.value)" }.joined(separator: ", "))
      guard let brightness = controls.first(where: { $0.kind == .brightness }) else {
        throw TrialFailure("no brightness")
      }
      try expect(brightness.range == 0...255 && brightness.step == 1, "\(brightness)")
      for value: Int64 in [77, 0, 255, brightness.standard] {
        let granted = try await plugin.withoutBlocking {
          try Camera.setControl($0, of: path, .brightness, to: value)
        }
        try expect(granted == value, "\(granted) instead of \(value)")
        let listed = try await plugin.withoutBlocking { try Camera.controls($0, of: path) }.first {
          $0.kind == .brightness
        }
        try expect(listed?.value == value, "it lists \(String(describing: listed?.value))")
      }
      guard let mask = controls.first(where: { $0.name == "Bitmask" }) else { throw TrialFailure("no mask") }
      // The driver leaves out the bits that it does not have.
      let granted = try await plugin.withoutBlocking {
        try Camera.setControl($0, of: path, mask.kind, to: 0x0040_2011)
      }
      try expect(granted == 0x0040_2010, "\(granted) instead of what the driver grants")
    },
    Trial("a setting that cannot be is refused by its reason", part: .vm) {
      let plugin = try VideoPlugin.open()
      let path = try VideoPlugin.vivid().path
      func refused(_ code: PluginCallError.Code, _ kind: CameraControlKind, _ value: Int64) async throws {
        try await expectRefusal(code) {
          _ = try await plugin.withoutBlocking { try Camera.setControl($0, of: path, kind, to: value) }
        }
      }
      try await refused(.argument, .brightness, 256)
      try await refused(.argument, .brightness, -1)
      try await refused(.unsupported, .focus, 1)
      try await refused(.unsupported, .own(0x10001), 1)
      let controls = try await plugin.withoutBlocking { try Camera.controls($0, of: path) }
      @Sendable func own(_ name: String) throws -> CameraControlKind {
        guard let control = controls.first(where: { $0.name == name }) else {
          throw TrialFailure("no \(name)")
        }
        return control.kind
      }
      try await refused(.state, try own("Read-Only Integer 32 Bits"), 1)
      // The menu has the entries 1, 3 and 4.
      try await refused(.argument, try own("Menu"), 2)
      let granted = try await plugin.withoutBlocking {
        try Camera.setControl($0, of: path, try own("Menu"), to: 4)
      }
      try expect(granted == 4, "\(granted)")
      let wide = try await plugin.withoutBlocking {
        try Camera.setControl($0, of: path, try own("Integer 64 Bits"), to: .min)
      }
      try expect(wide == .min, "\(wide)")
      let mask = try await plugin.withoutBlocking {
        try Camera.setControl($0, of: path, try own("Bitmask"), to: 0x8040_2010)
      }
      try expect(mask == 0x8040_2010, "\(mask)")
    },
    Trial("gain obeys once it is not automatic", part: .vm) {
      let plugin = try VideoPlugin.open()
      let path = try VideoPlugin.vivid().path
      _ = try await plugin.withoutBlocking { try Camera.setControl($0, of: path, .gainAuto, to: 1) }
      let gain = try await plugin.withoutBlocking { try Camera.controls($0, of: path) }.first {
        $0.kind == .gain
      }
      try expect(gain?.isInactive == true, "\(String(describing: gain))")
      try await expectRefusal(.state) {
        _ = try await plugin.withoutBlocking { try Camera.setControl($0, of: path, .gain, to: 9) }
      }
      _ = try await plugin.withoutBlocking { try Camera.setControl($0, of: path, .gainAuto, to: 0) }
      let granted = try await plugin.withoutBlocking { try Camera.setControl($0, of: path, .gain, to: 9) }
      try expect(granted == 9, "\(granted)")
      _ = try await plugin.withoutBlocking { try Camera.setControl($0, of: path, .gainAuto, to: 1) }
    },
    Trial("a setting shows in the pictures of a camera that streams", part: .vm) {
      let plugin = try VideoPlugin.open()
      let path = try VideoPlugin.vivid().path
      let camera = try await Camera.open(
        plugin, options: CameraOptions(locator: path, width: 320, height: 180, format: .pixels(.grey8)))
      func light() async throws -> Double {
        var frames = CapturedFrames()
        try await frames.take(8, from: camera)
        let bytes = frames.last?.bytes ?? []
        return Double(bytes.reduce(0) { $0 + Int($1) }) / Double(max(bytes.count, 1))
      }
      let before = try await light()
      _ = try await camera.setControl(.brightness, to: 220)
      let after = try await light()
      _ = try await camera.setControl(.brightness, to: 128)
      measured("mean grey \(Int(before)), then \(Int(after))")
      try expect(after > before + 10, "\(before), then \(after)")
    },
  ]
}
