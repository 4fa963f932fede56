// SPDX-License-Identifier: Apache-2.0
import CFaceGeometry
import CImprint
import FaceNetworks
import ImprintPluginKit

/// One stream of frames: detect, find the mesh, measure, follow.
final class TrackerSession: FaceTrackerSession {
  let landmarksPerFace = Face.meshLandmarks

  /// The detector's score from which a box is a face, where the caller states none; the networks' own value.
  private static let defaultThreshold: Float = 0.5
  /// The mesh's presence from which it sits on a face.
  private static let leastPresence: Float = 0.5
  /// Two meshes that share more than this of their boxes are on one face.
  private static let sameFace: Float = 0.5

  private let near: Detector
  private let far: Detector
  private let meshes: MeshFinder
  private let options: FaceTrackerOptions
  private var tracks = Tracks()

  init(runtime: NetworkRuntime, options: FaceTrackerOptions) throws(PluginFailure) {
    self.options = options
    near = try Detector(.shortRange, runtime: runtime, threads: options.threads)
    far = try Detector(.fullRange, runtime: runtime, threads: options.threads)
    meshes = try MeshFinder(runtime: runtime, threads: options.threads)
  }

  func reset() { tracks = Tracks() }

  func track(_ image: ImageView, at timestamp: UInt64) throws(PluginFailure) -> [Face] {
    var faces = try image.withImage { image throws(PluginFailure) in try findFaces(in: image) }
    faces.sort { ($0.box.area, $0.detection, -$0.box.x) > ($1.box.area, $1.detection, -$1.box.x) }
    let ids = tracks.assign(faces.map(\.box), at: timestamp)
    for (index, id) in ids.enumerated() { faces[index].trackID = id }
    return faces
  }

  /// One face is looked for with the quick detector, and with the thorough one where that finds none.
  /// Several are looked for with both: the quick one misses those farther away.
  private func findFaces(in image: UnsafePointer<imp_image>) throws(PluginFailure) -> [Face] {
    let threshold = options.detectionThreshold ?? Self.defaultThreshold
    let close = try near.detect(image, threshold: threshold)
    if options.maximumFaces == 1 {
      let faces = try examine(close, in: image)
      if !faces.isEmpty { return faces }
    }
    let distant = try far.detect(image, threshold: threshold)
    return try examine(Detector.withoutRepeats(close + distant), in: image)
  }

  /// Finds the mesh of the largest detections, until there are as many faces as asked for.
  private func examine(
    _ detections: [Detection], in image: UnsafePointer<imp_image>
  ) throws(PluginFailure) -> [Face] {
    let largest = detections.indices.sorted {
      (-detections[$0].box.area, $0) < (-detections[$1].box.area, $1)
    }
    var faces: [Face] = []
    for index in largest where faces.count < options.maximumFaces {
      let mesh = try meshes.find(detections[index], in: image)
      let box = mesh.box
      guard mesh.presence >= Self.leastPresence, faces.allSatisfy({ $0.box.overlap(box) < Self.sameFace }),
        let face = describe(mesh, detections[index], others: detections, in: image)
      else { continue }
      faces.append(face)
    }
    return faces
  }

  private func describe(
    _ mesh: Mesh, _ detection: Detection, others: [Detection], in image: UnsafePointer<imp_image>
  ) -> Face? {
    guard let pose = imp_head_pose(mesh.points) else { return nil }
    let left = Eye(Eye.left, of: mesh.points)
    let right = Eye(Eye.right, of: mesh.points)
    var face = Face(
      trackID: 0, box: mesh.box, leftEye: left.centre, rightEye: right.centre, detection: detection.score,
      presence: mesh.presence, yaw: pose.yaw, pitch: pose.pitch, roll: pose.roll,
      leftEyeOpenness: left.openness, rightEyeOpenness: right.openness, landmarks: mesh.points)
    let light = imp_face_light(mesh, in: meshes.picture)
    face.quality = FaceQuality(
      face, light: light, others: others.map(\.box),
      picture: Rectangle(x: 0, y: 0, width: Float(image.pointee.width), height: Float(image.pointee.height)))
    return face
  }
}
