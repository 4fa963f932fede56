// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
  func trackerTrack(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    var message = try read(TrackMessage.self, body)
    let tracker = try object(request, FaceTrackerObject.self)
    let room = message.room
    let place = try reply.reserve(LentFaces.Counts(faces: 0, landmarks: 0))
    let facePart = try reply.part(Int(room.faceCapacity) * MemoryLayout<imp_face>.stride)
    let landmarkPart = try reply.part(
      Int(room.landmarkCapacity) * MemoryLayout<imp_point3>.stride, behind: facePart)
    facePart.size(imp_face.self)
    let faces = facePart.bytes.bindMemory(to: imp_face.self)
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
}
