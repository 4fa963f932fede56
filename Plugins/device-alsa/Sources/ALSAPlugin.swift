// SPDX-License-Identifier: Apache-2.0
import ALSADevices
public import CImprint
import ImprintPluginKit
import SystemDevices

/// Microphones that ALSA has drivers or modules for.
struct ALSAPlugin: MicrophonePlugin, DeviceWatchPlugin {
  static let identity = PluginIdentity(id: "dev.imprint.device-alsa", version: "1.0.0", vendor: "Imprint")

  private let host: Host
  private let system = SoundCards()

  init(host: Host) { self.host = host }

  func microphones() -> [MicrophoneInfo] {
    let cards = system.microphones()
    let configured = configuredMicrophones(complain: { host.log(.warning, $0) })
    // What the system is set to use goes first.
    return configured.filter { $0.locator == "default" } + cards
      + configured.filter { $0.locator != "default" }
  }

  func openMicrophone(_ options: MicrophoneOptions) throws(PluginFailure) -> any MicrophoneSession {
    try ALSAMicrophone(options, of: system)
  }

  func openDeviceWatch() throws(PluginFailure) -> any DeviceWatchSession {
    try HotPlugWatch(system)
  }
}

private let export = PluginExport(ALSAPlugin.self, provides: [.microphone, .deviceWatch])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
