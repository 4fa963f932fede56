// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.face-tracker/1` asks of an author's plugin.
enum FaceTrackerTable {
  static func create(
    _ opened: OpenedPlugin, _ options: imp_face_tracker_options
  ) throws(PluginFailure) -> ProvidedFaceTracker {
    let options = try FaceTrackerOptions(checking: options)
    return ProvidedFaceTracker(
      host: opened.host, session: try provided(opened.attached.faceTracker).makeFaceTracker(options),
      maximumFaces: options.maximumFaces)
  }
}

extension FaceTrackerOptions {
  fileprivate init(checking raw: imp_face_tracker_options) throws(PluginFailure) {
    guard (1...64).contains(raw.maximum_faces) else {
      throw PluginFailure(.argument, "maximum_faces is \(raw.maximum_faces); it must be 1...64.")
    }
    guard (0...1).contains(raw.detection_threshold) else {
      throw PluginFailure(.argument, "detection_threshold is \(raw.detection_threshold); it must be 0...1.")
    }
    guard raw.threads >= 1 else { throw PluginFailure(.argument, "threads is 0; it must be 1 or more.") }
    self.init(
      maximumFaces: Int(raw.maximum_faces),
      detectionThreshold: raw.detection_threshold == 0 ? nil : raw.detection_threshold,
      threads: Int(raw.threads))
  }
}

/// What an `imp_face_tracker` points to.
final class ProvidedFaceTracker {
  let host: Host
  private let session: any FaceTrackerSession
  private let maximumFaces: Int
  /// When the last frame that counted was taken.
  private var last: UInt64?

  init(host: Host, session: any FaceTrackerSession, maximumFaces: Int) {
    self.host = host
    self.session = session
    self.maximumFaces = maximumFaces
  }

  func reset() {
    last = nil
    session.reset()
  }

  func track(
    _ image: UnsafePointer<imp_image>, _ timestamp: UInt64, _ list: UnsafeMutablePointer<imp_face_list>
  ) -> imp_status {
    host.answer { () throws(PluginFailure) in
      guard isSized(UnsafePointer(list), \.size) else {
        throw PluginFailure(.abi, "The list of faces has a wrong size field.")
      }
      guard areSized(list.pointee.faces, Int(list.pointee.face_capacity), \.size) else {
        throw PluginFailure(.abi, "A face of the list has a wrong size field.")
      }
      let view = try ImageView(checking: image)
      if let last, timestamp < last {
        throw PluginFailure(
          .argument, "The frame's time \(timestamp) ns lies before the last one's, \(last) ns.")
      }
      try checkRoom(list)
      let faces = try session.track(view, at: timestamp)
      try check(faces)
      last = timestamp
      write(faces, to: list)
    }
  }

  /// The room is checked for as many faces as were asked for, before the frame is looked at.
  private func checkRoom(_ list: UnsafeMutablePointer<imp_face_list>) throws(PluginFailure) {
    let landmarks = maximumFaces * session.landmarksPerFace
    let room = list.pointee
    guard room.faces != nil, Int(room.face_capacity) >= maximumFaces,
      landmarks == 0 || room.landmarks != nil, Int(room.landmark_capacity) >= landmarks
    else {
      list.pointee.face_count = UInt32(maximumFaces)
      list.pointee.landmark_count = UInt32(landmarks)
      throw PluginFailure(
        .shortBuffer, "The list needs room for \(maximumFaces) faces and \(landmarks) landmarks.")
    }
  }

  private func check(_ faces: [Face]) throws(PluginFailure) {
    let fits = faces.allSatisfy { $0.landmarks.isEmpty || $0.landmarks.count == session.landmarksPerFace }
    guard faces.count <= maximumFaces, fits else {
      throw PluginFailure(.internal, "The tracker made more faces or landmarks than it said it would.")
    }
  }

  private func write(_ faces: [Face], to list: UnsafeMutablePointer<imp_face_list>) {
    var landmark = 0
    for (index, face) in faces.enumerated() {
      list.pointee.faces?[index] = face.raw(landmarksFrom: landmark)
      for point in face.landmarks {
        list.pointee.landmarks?[landmark] = point
        landmark += 1
      }
    }
    list.pointee.face_count = UInt32(faces.count)
    list.pointee.landmark_count = UInt32(landmark)
  }
}
