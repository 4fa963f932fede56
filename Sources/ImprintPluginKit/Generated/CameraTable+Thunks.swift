// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/camera.yaml and imprint/draft/camera.h;
// change that, not this.
// swift-format-ignore-file
import CImprint

extension ProvidedCamera: ProvidedObject {}

/// The C table of `imprint.camera/1`; every plugin and opening shares it.
extension CameraTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table = lasting(imp_camera_ability(
    size: structSize(imp_camera_ability.self), reserved: 0,
    list: { it, infos, count in
      OpenedPlugin.from(it).list(infos, count, \.size, "infos") { it throws(PluginFailure) in
        try CameraTable.list(it)
      }
    },
    open: { it, options, camera in
      OpenedPlugin.from(it).make(camera, "camera") { it throws(PluginFailure) in
        try CameraTable.open(it, lent(options, \.size, "options"))
      }
    },
    next_frame: { it, timeoutNs, pixels, frame in
      ProvidedCamera.from(it).answer { it throws(PluginFailure) in
        var told = try lent(frame, \.size, "frame")
        let pixels = try LentBuffer(pixels, "pixels")
        try it.checkNotCancelled("camera")
        try it.nextFrame(timeoutNs, pixels, &told)
        frame.pointee = told
      }
    },
    cancel: { ProvidedCamera.from($0).wasCancelled() },
    close: { ProvidedCamera.release($0) }))
}
