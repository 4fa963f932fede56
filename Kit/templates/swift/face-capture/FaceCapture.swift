// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// A capture: it keeps the best frames of one face, until the face was steady for as long as was asked for.
struct FaceCapture: FaceCapturePlugin {
  static let identity = PluginIdentity.own

  init(host: Host) {}

  func makeFaceCapture(_ options: FaceCaptureOptions) throws(PluginFailure) -> any FaceCaptureSession {
    guard options.livenessMode == UInt32(IMP_LIVENESS_MODE_NONE) else {
      throw PluginFailure(.unsupported, "Liveness mode \(options.livenessMode) is not supported.")
    }
    return Session(Machine(options))
  }
}

/// The kit has checked that times never fall and that nothing comes after the end. A comparison is never
/// answered, as none is asked for; a movement of the device is a tick.
private final class Session: FaceCaptureSession {
  private var machine: Machine

  init(_ machine: Machine) { self.machine = machine }

  func frame(_ image: ImageView, faces: [Face], now: UInt64) -> [CaptureEvent] {
    machine.frame(width: Float(image.width), height: Float(image.height), faces: faces, now: now)
  }

  func tick(now: UInt64) -> [CaptureEvent] { machine.tick(now: now) }

  func end(now: UInt64) -> [CaptureEvent] { machine.end(now: now) }

  func stop(now: UInt64) -> [CaptureEvent] { machine.stop(now: now) }
}

private let export = PluginExport(FaceCapture.self, provides: Facts.provides)

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
