// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit
import SystemDevices
import V4L2Devices

/// The cameras of Linux: those that Video4Linux has drivers for.
struct V4L2Plugin: CameraPlugin, CameraControlPlugin, DeviceWatchPlugin {
  static let identity = PluginIdentity(id: "dev.imprint.device-v4l2", version: "1.0.0", vendor: "Imprint")

  private let system = Cameras()

  init(host: Host) {}

  func cameras() -> [CameraInfo] { system.list() }

  func openCamera(_ options: CameraOptions) throws(PluginFailure) -> any CameraSession {
    try system.open(options)
  }

  func cameraModes(_ locator: String) throws(PluginFailure) -> [CameraMode] { try system.modes(locator) }

  func cameraControls(_ locator: String) throws(PluginFailure) -> [CameraControl] {
    try system.controls(locator)
  }

  func setCameraControl(
    _ locator: String, _ control: CameraControlID, to value: Int64
  ) throws(PluginFailure) -> Int64 {
    try system.set(locator, control, to: value)
  }

  func openDeviceWatch() throws(PluginFailure) -> any DeviceWatchSession { try HotPlugWatch(system) }
}

private let export = PluginExport(V4L2Plugin.self, provides: [.camera, .cameraControl, .deviceWatch])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
