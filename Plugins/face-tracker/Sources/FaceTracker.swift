// SPDX-License-Identifier: Apache-2.0
public import CImprint
import FaceNetworks
import ImprintPluginKit

/// Detector, 468-point mesh, pose, eyes and quality of each face, followed from frame to frame.
///
/// A library of many: a manifest may say that the detectors are not asked about every frame.
struct FaceTracker: FaceTrackerPlugin, PluginOfMany {
  static let identity = PluginIdentity(
    id: "dev.imprint.face-tracking", version: "1.0.0", vendor: "Imprint")

  static let searchEvery = Parameter<Int>(
    "searchEvery", in: 1...30,
    "Every how many frames the detectors look for faces; in those between, faces are looked for where they were.",
    default: 1)
  static let parameters: [any DeclaredParameter] = [searchEvery]

  private let runtime: NetworkRuntime
  private let searchEvery: Int

  init(host: Host) throws(PluginFailure) {
    guard host.offers(IMP_HOST_FILES_ID) else {
      throw PluginFailure(.ability, "The host lends no files, and the face tracker needs its models.")
    }
    searchEvery = try host.value(of: Self.searchEvery)
    runtime = NetworkRuntime(host: host)
  }

  func makeFaceTracker(_ options: FaceTrackerOptions) throws(PluginFailure) -> any FaceTrackerSession {
    try TrackerSession(runtime: runtime, options: options, searchEvery: searchEvery)
  }
}

private let export = PluginExport(FaceTracker.self, provides: [.faceTracker])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
