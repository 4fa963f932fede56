// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// Captures face images without examining liveness: its verdict is always "unknown".
struct FaceCaptureLite: FaceCapturePlugin {
  static let identity = PluginIdentity(
    id: "dev.imprint.face-capture-lite", version: "1.0.0", vendor: "Imprint")

  init(host: Host) {}

  func makeFaceCapture(_ options: FaceCaptureOptions) throws(PluginFailure) -> any FaceCaptureSession {
    guard options.livenessMode == UInt32(IMP_LIVENESS_MODE_NONE) else {
      throw PluginFailure(
        .unsupported,
        "Face capture Lite examines no liveness (mode \(options.livenessMode)); use another capture plugin.")
    }
    return Session(machine: CaptureMachine(options: options))
  }
}

private final class Session: FaceCaptureSession {
  private var machine: CaptureMachine

  init(machine: CaptureMachine) { self.machine = machine }

  func frame(_ image: ImageView, faces: [Face], now: UInt64) -> [CaptureEvent] {
    machine.frame(width: Float(image.width), height: Float(image.height), faces: faces, now: now)
  }

  func tick(now: UInt64) -> [CaptureEvent] { machine.tick(now: now) }

  func end(now: UInt64) -> [CaptureEvent] { machine.end(now: now) }
}

private let export = PluginExport(FaceCaptureLite.self, provides: [.faceCapture])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
