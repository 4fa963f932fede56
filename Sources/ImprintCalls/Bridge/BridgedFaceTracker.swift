// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension RemoteObject {
  func trackerTrack(
    _ image: UnsafePointer<imp_image>, _ timestamp: UInt64, _ list: UnsafeMutablePointer<imp_face_list>
  ) -> imp_status {
    guard isPresent(image), isPresent(list) else { return IMP_E_ARGUMENT }
    let raw = list.pointee
    guard judge(image) == IMP_OK, judge(UnsafePointer(list)) == IMP_OK else {
      return IMP_E_ABI
    }
    // A list that is longer than any is lent as the longest there is.
    let faceRoom = min(Int(raw.face_capacity), CallLimit.faces)
    let landmarkRoom = min(Int(raw.landmark_capacity), CallLimit.landmarks)
    if let faces = raw.faces {
      let status = judge(UnsafeBufferPointer(start: faces, count: faceRoom))
      guard status == IMP_OK else { return status }
    }
    let message = TrackMessage(
      image.pointee,
      TrackMessage.Room(
        timestamp: timestamp, faceCapacity: UInt32(faceRoom), landmarkCapacity: UInt32(landmarkRoom),
        faceCount: raw.face_count, landmarkCount: raw.landmark_count, hasFaces: raw.faces == nil ? 0 : 1,
        hasLandmarks: raw.landmarks == nil ? 0 : 1))
    let (face, landmark) = (MemoryLayout<imp_face>.stride, MemoryLayout<imp_point3>.stride)
    let room = ReplyHead.room(8, bulk: faceRoom * face, landmarkRoom * landmark)
    return call(.trackerTrack, message, room: room) { (status, reply) throws(MalformedBody) in
      let counts = try reply.take(LentFaces.Counts.self)
      if status == IMP_OK {
        guard counts.faces <= faceRoom, counts.landmarks <= landmarkRoom else {
          throw MalformedBody(
            "\(counts.faces) faces and \(counts.landmarks) landmarks, for which there is room for \(faceRoom) "
              + "and \(landmarkRoom).")
        }
        let faces = try reply.bulk(UInt64(counts.faces) * UInt64(face))
        let landmarks = try reply.bulk(UInt64(counts.landmarks) * UInt64(landmark))
        try reply.finish()
        if let room = raw.faces { UnsafeMutableRawPointer(room).copy(faces) }
        if let room = raw.landmarks { UnsafeMutableRawPointer(room).copy(landmarks) }
      } else {
        try reply.finish()
      }
      list.pointee.face_count = counts.faces
      list.pointee.landmark_count = counts.landmarks
      return status
    }
  }
}
