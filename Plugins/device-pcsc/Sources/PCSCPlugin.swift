// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

struct PCSCPlugin: Plugin {
  static let identity = PluginIdentity(id: "dev.imprint.device-pcsc", version: "1.0.0", vendor: "Imprint")

  init(host: Host) {}
}

private let export = PluginExport(PCSCPlugin.self, provides: [])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
