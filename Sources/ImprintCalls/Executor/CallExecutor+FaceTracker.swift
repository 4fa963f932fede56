// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
  func createTracker(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    var options = try read(CreateMessage<imp_face_tracker_options>.self, body).options
    let plugin = try objects.plugin(request.object)
    let table = try plugin.table(imp_face_tracker_ability.self, IMP_FACE_TRACKER_ID)
    return try make(of: plugin, table, &reply, destroy: table.pointee.destroy, as: ExecutedObject.tracker) {
      table.pointee.create(plugin.plugin, &options, &$0)
    }
  }

  func track(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    var message = try read(TrackMessage.self, body)
    let tracker = try objects.tracker(request.object)
    let room = message.room
    let place = try reply.reserve(LentFaces.Counts(faces: 0, landmarks: 0))
    let facePart = try reply.part(Int(room.faceCapacity) * MemoryLayout<imp_face>.stride)
    let landmarkPart = try reply.part(
      Int(room.landmarkCapacity) * MemoryLayout<imp_point3>.stride, behind: facePart)
    let faces = facePart.bytes.bindMemory(to: imp_face.self)
    for index in faces.indices { faces[index].size = UInt32(MemoryLayout<imp_face>.size) }
    let landmarks = landmarkPart.bytes.bindMemory(to: imp_point3.self)
    var list = imp_face_list(
      size: UInt32(MemoryLayout<imp_face_list>.size), face_capacity: room.faceCapacity,
      face_count: room.faceCount, landmark_capacity: room.landmarkCapacity,
      landmark_count: room.landmarkCount, reserved: 0, faces: room.hasFaces == 0 ? nil : faces.baseAddress,
      landmarks: room.hasLandmarks == 0 ? nil : landmarks.baseAddress)
    let status = tracker.table.pointee.track(tracker.object, &message.image.image, room.timestamp, &list)
    reply.set(LentFaces.Counts(faces: list.face_count, landmarks: list.landmark_count), at: place)
    guard status == IMP_OK else { return status }
    guard list.face_count <= room.faceCapacity, list.landmark_count <= room.landmarkCapacity else {
      throw .breach(
        "it says it filled \(list.face_count) faces and \(list.landmark_count) landmarks, and had room for "
          + "\(room.faceCapacity) and \(room.landmarkCapacity).")
    }
    reply.keep(Int(list.face_count) * MemoryLayout<imp_face>.stride, of: facePart)
    reply.keep(Int(list.landmark_count) * MemoryLayout<imp_point3>.stride, of: landmarkPart)
    return status
  }

  func resetTracker(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    let tracker = try objects.tracker(request.object)
    tracker.table.pointee.reset(tracker.object)
    return IMP_OK
  }

  func destroyTracker(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    _ = try objects.tracker(request.object)
    objects.remove(request.object)
    return IMP_OK
  }
}
