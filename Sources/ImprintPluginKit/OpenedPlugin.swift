// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What an `imp_plugin` points to: one opening of the plugin, and the tables of its abilities.
final class OpenedPlugin {
  let host: Host
  private var tables: [(id: String, table: UnsafeRawPointer)] = []

  // Set by the abilities when the plugin is opened; each table's thunks read their own.
  var matcher: (any MatcherPlugin)?
  var matcherInfo: UnsafeMutablePointer<imp_matcher_info>?
  var matcherRules: MatcherInfo?
  var faceTracker: (any FaceTrackerPlugin)?
  var faceCapture: (any FaceCapturePlugin)?
  var camera: (any CameraPlugin)?
  var cardReader: (any CardReaderPlugin)?
  var cameraControl: (any CameraControlPlugin)?
  var deviceWatch: (any DeviceWatchPlugin)?
  var microphone: (any MicrophonePlugin)?

  init(host: Host) { self.host = host }

  deinit { MatcherTable.releaseInfo(matcherInfo) }

  func add(_ id: String, _ table: UnsafeRawPointer) { tables.append((id, table)) }

  func table(id: String) -> UnsafeRawPointer? { tables.first { $0.id == id }?.table }

  static func from(_ handle: OpaquePointer) -> OpenedPlugin { Handle.object(handle) }

  static func release(_ handle: OpaquePointer) { Handle.release(handle, as: OpenedPlugin.self) }
}
