// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

/// What plugins of devices are made to do by checks that are for plugins of any kind.
struct DeviceWork: Sendable {
  let ability: AbilityID
  /// What is called in the end, as `microphone.read`.
  let call: String
  /// Gives what opens a device and, where that is wanted, uses it; throws ``CheckSkip`` where there is none.
  private let opener: @Sendable (ProbePlugin, CheckSubject) throws -> (_ isUsed: Bool) throws -> Void

  static let all: [DeviceWork] = [
    DeviceWork(ability: .microphone, call: "microphone.read") { plugin, subject in
      let locator = try MicrophoneChecks.locator(subject, plugin)
      return { isUsed in
        let microphone = try MicrophoneProbe(plugin, locator)
        if isUsed { _ = try microphone.read() }
      }
    },
    DeviceWork(ability: .cardReader, call: "card-reader.transmit") { plugin, subject in
      let locator = try CardChecks.reader(subject, plugin)
      return { isUsed in
        let card = try CardProbe(plugin, locator)
        if isUsed { _ = try card.transmit(CardChecks.harmless) }
      }
    },
    DeviceWork(ability: .cameraControl, call: "camera-control.controls") { plugin, subject in
      let probe = try ControlChecks.probe(subject, plugin)
      return { isUsed in
        if isUsed { _ = (try probe.modes.whole(), try probe.controls.whole()) }
      }
    },
    DeviceWork(ability: .deviceWatch, call: "device-watch.next") { plugin, _ in
      _ = try WatchProbe(plugin)
      return { isUsed in
        let watch = try WatchProbe(plugin)
        if isUsed { _ = try watch.next(timeout: .zero) }
      }
    },
  ]

  /// Opens a device and uses it; nothing where there is none.
  func once(_ plugin: ProbePlugin, _ subject: CheckSubject) throws {
    try user(plugin, subject)?()
  }

  /// Opens a device each time; `nil` where there is none.
  func maker(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> (() throws -> Void)? {
    try Self.found { try opener(plugin, subject) }.map { open in { try open(false) } }
  }

  /// Opens a device and uses it each time; `nil` where there is none.
  func user(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> (() throws -> Void)? {
    try Self.found { try opener(plugin, subject) }.map { open in { try open(true) } }
  }

  /// What a look for a device found; `nil` where there is none.
  static func found<Value>(_ look: () throws -> Value) throws -> Value? {
    do {
      return try look()
    } catch is CheckSkip {
      return nil
    }
  }
}
