// SPDX-License-Identifier: Apache-2.0
public import CImprint
import FaceNetworks
import ImprintPluginKit

/// Detector, 468-point mesh, pose, eyes and quality of each face, followed from frame to frame.
struct FaceTracker: FaceTrackerPlugin {
  static let identity = PluginIdentity(
    id: "dev.imprint.face-tracker", version: "1.0.0", vendor: "Imprint")

  private let runtime: NetworkRuntime

  init(host: Host) throws(PluginFailure) {
    guard host.offers(IMP_HOST_FILES_ID) else {
      throw PluginFailure(.ability, "The host lends no files, and the face tracker needs its models.")
    }
    runtime = NetworkRuntime(host: host)
  }

  func makeFaceTracker(_ options: FaceTrackerOptions) throws(PluginFailure) -> any FaceTrackerSession {
    try TrackerSession(runtime: runtime, options: options)
  }
}

private let export = PluginExport(FaceTracker.self, provides: [.faceTracker])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
