// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// A camera that plays recordings: a folder of JPEG and PNG files, a Y4M file, or an MJPEG file.
///
/// Frames are delivered bit by bit as they were recorded; the host decodes them.
struct ReplayPlugin: CameraPlugin {
  static let identity = PluginIdentity(id: "dev.imprint.device-replay", version: "1.0.0", vendor: "Imprint")

  init(host: Host) {}

  /// A recording is named by its path, so there is nothing to list.
  func cameras() -> [CameraInfo] { [] }

  func openCamera(_ options: CameraOptions) throws(PluginFailure) -> any CameraSession {
    let path =
      options.locator.hasPrefix(scheme) ? String(options.locator.dropFirst(scheme.count)) : options.locator
    guard !path.isEmpty else { throw PluginFailure(.argument, "'\(scheme)' lacks the path of a recording.") }
    let stop = StopSignal()
    let source = try openSource(path, stop: stop)
    return ReplaySession(source: source, options: options, stop: stop)
  }
}

/// What may stand before the path, so that a locator says which camera plugin is meant.
private let scheme = "replay:"

private let export = PluginExport(ReplayPlugin.self, provides: [.camera])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
