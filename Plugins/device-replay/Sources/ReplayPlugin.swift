// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// A camera and a microphone that play recordings: a folder of JPEG and PNG files, a Y4M or MJPEG file; a WAV
/// file.
///
/// Frames are delivered bit by bit as they were recorded; the host decodes them.
struct ReplayPlugin: CameraPlugin, MicrophonePlugin {
  static let identity = PluginIdentity(id: "dev.imprint.device-replay", version: "1.1.0", vendor: "Imprint")

  init(host: Host) {}

  /// A recording is named by its path, so there is nothing to list.
  func cameras() -> [CameraInfo] { [] }

  func openCamera(_ options: CameraOptions) throws(PluginFailure) -> any CameraSession {
    let stop = StopSignal()
    let source = try openSource(try path(of: options.locator), stop: stop)
    return ReplaySession(source: source, options: options, stop: stop)
  }

  func microphones() -> [MicrophoneInfo] { [] }

  func openMicrophone(_ options: MicrophoneOptions) throws(PluginFailure) -> any MicrophoneSession {
    let stop = StopSignal()
    let file = try FileReader(path: try path(of: options.locator), stop: stop)
    let start = try file.peek(WaveHeader.magic.count)
    if start.isEmpty { throw PluginFailure(.file, "\(file.path) is empty; record or copy it again.") }
    guard start == WaveHeader.magic else {
      throw PluginFailure(.unsupported, "\(file.path) is no WAV file; convert it to one.")
    }
    return try SoundSession(source: try WaveSource(file: file), options: options, stop: stop)
  }

  private func path(of locator: String) throws(PluginFailure) -> String {
    let path = locator.hasPrefix(scheme) ? String(locator.dropFirst(scheme.count)) : locator
    guard !path.isEmpty else { throw PluginFailure(.argument, "'\(scheme)' lacks the path of a recording.") }
    return path
  }
}

/// What may stand before the path, so that a locator says which plugin is meant.
private let scheme = "replay:"

private let export = PluginExport(ReplayPlugin.self, provides: [.camera, .microphone])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
