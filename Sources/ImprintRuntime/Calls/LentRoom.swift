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

extension imp_camera_mode {
  static var empty: imp_camera_mode {
    var mode = imp_camera_mode()
    mode.size = UInt32(MemoryLayout<imp_camera_mode>.size)
    return mode
  }
}

extension imp_camera_control {
  static var empty: imp_camera_control {
    var control = imp_camera_control()
    control.size = UInt32(MemoryLayout<imp_camera_control>.size)
    return control
  }
}

extension imp_device_event {
  static var empty: imp_device_event {
    var event = imp_device_event()
    event.size = UInt32(MemoryLayout<imp_device_event>.size)
    return event
  }
}

extension imp_microphone_info {
  static var empty: imp_microphone_info {
    var info = imp_microphone_info()
    info.size = UInt32(MemoryLayout<imp_microphone_info>.size)
    return info
  }
}

extension imp_audio_format {
  static var empty: imp_audio_format {
    var format = imp_audio_format()
    format.size = UInt32(MemoryLayout<imp_audio_format>.size)
    return format
  }
}

extension imp_audio_chunk {
  static var empty: imp_audio_chunk {
    var chunk = imp_audio_chunk()
    chunk.size = UInt32(MemoryLayout<imp_audio_chunk>.size)
    return chunk
  }
}

extension imp_reader_info {
  static var empty: imp_reader_info {
    var info = imp_reader_info()
    info.size = UInt32(MemoryLayout<imp_reader_info>.size)
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
