// SPDX-License-Identifier: Apache-2.0
public import CImprint
import FaceCaptureEngine
import ImprintPluginKit

/// Captures face images, decides about liveness on the device, and proves by comparisons that one person went
/// through the whole challenge.
struct FaceCaptureCr2d: FaceCapturePlugin {
  static let identity = PluginIdentity(
    id: "dev.imprint.face-capture-cr2d", version: "1.0.0", vendor: "Imprint")

  init(host: Host) {}

  func makeFaceCapture(_ options: FaceCaptureOptions) throws(PluginFailure) -> any FaceCaptureSession {
    try CaptureEngine(options: options, judge: .deviceThroughout)
  }
}

private let export = PluginExport(FaceCaptureCr2d.self, provides: [.faceCapture])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
