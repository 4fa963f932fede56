// SPDX-License-Identifier: Apache-2.0
public import CImprint
import FaceCaptureEngine
import ImprintPluginKit

/// Captures face images, and runs every liveness mode without judging it: a server decides.
struct FaceCaptureLite: FaceCapturePlugin {
  static let identity = PluginIdentity(
    id: "dev.imprint.face-capture-lite", version: "1.1.0", vendor: "Imprint")

  init(host: Host) {}

  func makeFaceCapture(_ options: FaceCaptureOptions) throws(PluginFailure) -> any FaceCaptureSession {
    try CaptureEngine(options: options, judge: .server)
  }
}

private let export = PluginExport(FaceCaptureLite.self, provides: [.faceCapture])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
