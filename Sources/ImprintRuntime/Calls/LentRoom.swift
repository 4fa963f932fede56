// SPDX-License-Identifier: Apache-2.0
internal import CImprint

// Elements of the arrays that plugins fill, as they are handed over: empty but for their size.

extension imp_camera_info {
  static var empty: imp_camera_info {
    var info = imp_camera_info()
    info.size = UInt32(MemoryLayout<imp_camera_info>.size)
    return info
  }
}

extension imp_face {
  static var empty: imp_face {
    var face = imp_face()
    face.size = UInt32(MemoryLayout<imp_face>.size)
    return face
  }
}

extension imp_capture_event {
  static var empty: imp_capture_event {
    var event = imp_capture_event()
    event.size = UInt32(MemoryLayout<imp_capture_event>.size)
    return event
  }
}
