// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/face-capture.yaml and
// imprint/draft/face-capture.h; change that, not this.
// swift-format-ignore-file
import CImprint

extension ProvidedFaceCapture: ProvidedObject {}

/// The C table of `imprint.face-capture/2`; every plugin and opening shares it.
extension FaceCaptureTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table = lasting(imp_face_capture_ability_v2(
    size: structSize(imp_face_capture_ability_v2.self), reserved: 0,
    create: { it, options, capture in
      OpenedPlugin.from(it).make(capture, "capture") { it throws(PluginFailure) in
        try FaceCaptureTable.create(it, lent(options, \.size, "options"))
      }
    },
    step: { it, input, image, faces, events in
      ProvidedFaceCapture.from(it).answer { it throws(PluginFailure) in
        var told = try lent(events, \.size, "events")
        defer { events.pointee = told }
        try checkSizes(told.events, told.capacity, \.size, "events")
        try it.step(
          lent(input, \.size, "input"), lent(image, \.size, "image"), lent(faces, \.size, "faces"), &told)
      }
    },
    destroy: { ProvidedFaceCapture.release($0) }))
}
