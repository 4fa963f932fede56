// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// Smart card readers through pcscd, which owns them: it is asked with the winscard functions of pcsc-lite.
struct PCSCPlugin: CardReaderPlugin, DeviceWatchPlugin {
  static let identity = PluginIdentity(id: "dev.imprint.device-pcsc", version: "1.0.0", vendor: "Imprint")

  private let attempts = ConnectAttempts()

  init(host: Host) {}

  func readers() throws(PluginFailure) -> [CardReaderInfo] {
    try PCSCContext().snapshot().map { reader in
      CardReaderInfo(
        locator: reader.name, name: reader.name, state: reader.state, events: reader.events, atr: reader.atr)
    }
  }

  /// `MAX_READERNAME` of pcsc-lite, its null byte among them.
  private static let longestName = 128

  func connect(_ options: CardOptions) throws(PluginFailure) -> any CardSession {
    // pcsc-lite calls a longer name an invalid value; there is no reader of such a name.
    guard options.locator.utf8.count < PCSCPlugin.longestName else {
      throw PluginFailure(.deviceMissing, "No reader has a name of \(options.locator.utf8.count) bytes.")
    }
    return try PCSCCard(options, attempts: attempts)
  }

  func openDeviceWatch() throws(PluginFailure) -> any DeviceWatchSession { try ReaderWatch() }
}

private let export = PluginExport(PCSCPlugin.self, provides: [.cardReader, .deviceWatch])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
