// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension BridgedTables {
  nonisolated(unsafe) static let camera: UnsafePointer<imp_camera_ability> = lasting(
    imp_camera_ability(
      size: UInt32(MemoryLayout<imp_camera_ability>.size), reserved: 0,
      list: { RemotePlugin.of($0).listCameras($1, $2) },
      open: { RemotePlugin.of($0).openCamera($1, $2) },
      next_frame: { RemoteObject.of($0).fill(.cameraNextFrame, $1, $2, $3) },
      cancel: { RemoteObject.of($0).command(.cameraCancel) },
      close: { RemoteObject.end($0) }))
}

extension RemotePlugin {
  fileprivate func listCameras(
    _ infos: UnsafeMutablePointer<imp_camera_info>?, _ count: UnsafeMutablePointer<Int>
  ) -> imp_status {
    list(.cameraList, infos, count, \.size) { $0 }
  }

  fileprivate func openCamera(
    _ options: UnsafePointer<imp_camera_options>, _ camera: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status {
    let status = judge(options, \.size)
    guard status == IMP_OK else { return status }
    guard isPresent(camera),
      let object = object(
        .cameraOpen, OpenCameraMessage(options.pointee), ending: .cameraClose,
        loss: .gone(IMP_E_DEVICE_GONE, words: "the plugin's process has ended, and the camera with it."))
    else { return IMP_E_ARGUMENT }
    return object.make(camera)
  }
}

extension imp_buffer {
  /// How much room is made on the other side.
  var room: Int { capacity < 0 ? CallLimit.resultBytes : min(capacity, CallLimit.resultBytes) }
}

extension BodyReader {
  /// Reads what a buffer is filled with, to the end, and fills it: its length alone for a short one.
  mutating func fill(
    _ buffer: UnsafeMutablePointer<imp_buffer>, _ status: imp_status, length: UInt64, capacity: Int
  ) throws(MalformedBody) {
    if status == IMP_OK {
      guard length <= capacity else {
        throw MalformedBody("\(length) bytes, for which there is room for \(capacity).")
      }
      let bytes = try bulk(length)
      try finish()
      if let room = buffer.pointee.data { UnsafeMutableRawPointer(room).copy(bytes) }
    } else {
      try finish()
    }
    buffer.pointee.length = Int(truncatingIfNeeded: length)
  }
}

extension UnsafeMutableRawPointer {
  func copy(_ bytes: UnsafeRawBufferPointer) {
    if let start = bytes.baseAddress { copyMemory(from: start, byteCount: bytes.count) }
  }
}
