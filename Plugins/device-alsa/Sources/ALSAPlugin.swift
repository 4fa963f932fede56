// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

struct ALSAPlugin: Plugin {
  static let identity = PluginIdentity(id: "dev.imprint.device-alsa", version: "1.0.0", vendor: "Imprint")

  init(host: Host) {}
}

private let export = PluginExport(ALSAPlugin.self, provides: [])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
