// SPDX-License-Identifier: Apache-2.0
public import CImprint
import FaceCaptureEngine
import ImprintPluginKit

/// Captures face images, and decides about liveness on the device.
struct FaceCaptureNormal: FaceCapturePlugin {
  static let identity = PluginIdentity(
    id: "dev.imprint.face-capture-normal", version: "1.0.0", vendor: "Imprint")

  init(host: Host) {}

  func makeFaceCapture(_ options: FaceCaptureOptions) throws(PluginFailure) -> any FaceCaptureSession {
    try CaptureEngine(options: options, judge: .device)
  }
}

private let export = PluginExport(FaceCaptureNormal.self, provides: [.faceCapture])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
