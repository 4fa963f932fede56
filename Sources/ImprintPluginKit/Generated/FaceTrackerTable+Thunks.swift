// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/face-tracker.yaml and
// imprint/draft/face-tracker.h; change that, not this.
// swift-format-ignore-file
import CImprint

extension ProvidedFaceTracker: ProvidedObject {}

/// The C table of `imprint.face-tracker/1`; every plugin and opening shares it.
extension FaceTrackerTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table = lasting(imp_face_tracker_ability(
    size: structSize(imp_face_tracker_ability.self), reserved: 0,
    create: { it, options, tracker in
      OpenedPlugin.from(it).make(tracker, "face tracker") { it throws(PluginFailure) in
        try FaceTrackerTable.create(it, lent(options, \.size, "options"))
      }
    },
    track: { it, image, timestampNs, faces in
      ProvidedFaceTracker.from(it).answer { it throws(PluginFailure) in
        var told = try lent(faces, \.size, "faces")
        defer { faces.pointee = told }
        try checkSizes(told.faces, told.face_capacity, \.size, "faces")
        try it.track(lent(image, \.size, "image"), timestampNs, &told)
      }
    },
    reset: { ProvidedFaceTracker.from($0).reset() },
    destroy: { ProvidedFaceTracker.release($0) }))
}
