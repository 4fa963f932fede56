// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
  func captureStep(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(StepMessage.self, body)
    let capture = try object(request, FaceCaptureObject.self)
    let place = try reply.reserve(UInt64(0))
    let part = try reply.part(Int(message.capacity) * MemoryLayout<imp_capture_event>.stride)
    part.size(imp_capture_event.self)
    let room = part.bytes.bindMemory(to: imp_capture_event.self)
    guard let first = room.baseAddress ?? .present else { return IMP_E_MEMORY }
    var events = imp_capture_events(
      size: UInt32(MemoryLayout<imp_capture_events>.size), capacity: message.capacity, count: 0, reserved: 0,
      events: first)
    var faces = message.faces.list
    let step = capture.table.pointee.step
    let status: imp_status
    if var image = message.image {
      status = step(capture.object, message.input, &image, &faces, message.now, &events)
    } else {
      status = step(capture.object, message.input, nil, &faces, message.now, &events)
    }
    guard status == IMP_OK else { return status }
    guard events.count <= message.capacity else {
      throw .breach("it says it filled \(events.count) events, and had room for \(message.capacity).")
    }
    reply.set(UInt64(events.count), at: place)
    reply.keep(Int(events.count) * MemoryLayout<imp_capture_event>.stride, of: part)
    return status
  }
}

extension LentFaces {
  /// As a plugin reads them: a list whose capacity is its length. The structs lie where they came, and
  /// whoever writes to them breaks R-02.
  var list: imp_face_list {
    imp_face_list(
      size: UInt32(MemoryLayout<imp_face_list>.size), face_capacity: UInt32(faces.count),
      face_count: UInt32(faces.count), landmark_capacity: UInt32(landmarks.count),
      landmark_count: UInt32(landmarks.count), reserved: 0,
      faces: UnsafeMutablePointer(mutating: faces.baseAddress),
      landmarks: UnsafeMutablePointer(mutating: landmarks.baseAddress))
  }
}
