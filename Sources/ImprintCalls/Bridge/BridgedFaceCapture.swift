// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension RemoteObject {
  func captureStep(
    _ input: UInt32, _ image: UnsafePointer<imp_image>?, _ list: UnsafePointer<imp_face_list>, _ now: UInt64,
    _ events: UnsafeMutablePointer<imp_capture_events>
  ) -> imp_status {
    guard isPresent(list), isPresent(events) else { return IMP_E_ARGUMENT }
    guard judge(list) == IMP_OK, judge(UnsafePointer(events)) == IMP_OK,
      image.map({ judge($0) == IMP_OK }) ?? true
    else { return IMP_E_ABI }
    let room = events.pointee.events
    // No step makes more; a longer list is lent as one with this much room.
    let capacity = min(events.pointee.capacity, StepMessage.mostEvents)
    guard isPresent(room), let faces = LentFaces(list.pointee) else { return IMP_E_ARGUMENT }
    guard judge(UnsafeBufferPointer(start: room, count: Int(capacity))) == IMP_OK,
      judge(faces.faces) == IMP_OK
    else { return IMP_E_ABI }
    let message = StepMessage(now: now, input: input, capacity: capacity, image: image?.pointee, faces: faces)
    let stride = MemoryLayout<imp_capture_event>.stride
    return call(.captureStep, message, room: ReplyHead.room(8, bulk: Int(capacity) * stride)) {
      (status, reply) throws(MalformedBody) in
      // There is no short list of events: it is a status as any other.
      guard status == IMP_OK else { return status }
      let count = try reply.take(UInt64.self)
      guard count <= capacity else {
        throw MalformedBody("\(count) events, for which there is room for \(capacity).")
      }
      let bytes = try reply.bulk(count * UInt64(stride))
      try reply.finish()
      UnsafeMutableRawPointer(room).copy(bytes)
      events.pointee.count = UInt32(count)
      return status
    }
  }
}

extension LentFaces {
  /// What a caller lends to be read; `nil` where an array is missing.
  init?(_ list: imp_face_list) {
    guard list.faces != nil || list.face_count == 0, list.landmarks != nil || list.landmark_count == 0 else {
      return nil
    }
    self.init(
      faces: UnsafeBufferPointer(start: list.faces, count: Int(list.face_count)),
      landmarks: UnsafeBufferPointer(start: list.landmarks, count: Int(list.landmark_count)))
  }
}
