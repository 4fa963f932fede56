// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

struct V4L2Plugin: Plugin {
  static let identity = PluginIdentity(id: "dev.imprint.device-v4l2", version: "1.0.0", vendor: "Imprint")

  init(host: Host) {}
}

private let export = PluginExport(V4L2Plugin.self, provides: [])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
