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
    try check(raw.maximum_faces, in: 1...64, "maximum_faces")
    try check(raw.detection_threshold, in: 0...1, "detection_threshold")
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
    _ image: imp_image, _ timestamp: UInt64, _ list: inout imp_face_list
  ) throws(PluginFailure) {
    let view = try ImageView(checking: image)
    if let last, timestamp < last {
      throw PluginFailure(
        .argument, "The frame's time \(timestamp) ns is earlier than the last one's, \(last) ns.")
    }
    try checkRoom(&list)
    let faces = try session.track(view, at: timestamp)
    try check(faces)
    last = timestamp
    write(faces, to: &list)
  }

  /// The room is checked for as many faces as were asked for, before the frame is looked at.
  private func checkRoom(_ list: inout imp_face_list) throws(PluginFailure) {
    let landmarks = maximumFaces * session.landmarksPerFace
    guard list.faces != nil, Int(list.face_capacity) >= maximumFaces,
      landmarks == 0 || list.landmarks != nil, Int(list.landmark_capacity) >= landmarks
    else {
      list.face_count = UInt32(maximumFaces)
      list.landmark_count = UInt32(landmarks)
      throw PluginFailure(
        .shortBuffer, "The list needs room for \(maximumFaces) faces and \(landmarks) landmarks.")
    }
  }

  private func check(_ faces: [Face]) throws(PluginFailure) {
    let fits = faces.allSatisfy { $0.landmarks.isEmpty || $0.landmarks.count == session.landmarksPerFace }
    guard faces.count <= maximumFaces, fits else {
      throw PluginFailure(.internal, "The tracker returned more faces or landmarks than it stated.")
    }
  }

  private func write(_ faces: [Face], to list: inout imp_face_list) {
    var landmark = 0
    for (index, face) in faces.enumerated() {
      list.faces?[index] = face.raw(landmarksFrom: landmark)
      for point in face.landmarks {
        list.landmarks?[landmark] = point
        landmark += 1
      }
    }
    list.face_count = UInt32(faces.count)
    list.landmark_count = UInt32(landmark)
  }
}
