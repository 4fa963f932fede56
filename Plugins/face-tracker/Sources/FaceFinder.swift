// SPDX-License-Identifier: Apache-2.0
import CFaceGeometry
import CImprint
import FaceNetworks
import Glibc
import ImprintPluginKit

extension Detection {
  /// Whether its head is tilted by more than half a right angle, at which the detectors are vague.
  var isLying: Bool { abs(angle) > .pi / 4 }

  /// Whether it shows a head another way up: tilted by more than half a right angle against the other.
  fileprivate func isAnotherWay(than other: Detection) -> Bool {
    cos(angle - other.angle) < Float(0.5).squareRoot()
  }
}

/// The networks of a stream, and what they say of one face.
final class FaceFinder {
  /// The mesh's presence from which it sits on a face.
  private static let leastPresence: Float = 0.5
  /// A face is looked at again in a square of so many of its boxes: it then fills half of it, as the quick
  /// detector likes it best.
  private static let closeUp: Float = 2

  let near: Detector
  let far: Detector
  private let meshes: MeshFinder

  init(runtime: NetworkRuntime, threads: Int) throws(PluginFailure) {
    near = try Detector(.shortRange, runtime: runtime, threads: threads)
    far = try Detector(.fullRange, runtime: runtime, threads: threads)
    meshes = try MeshFinder(runtime: runtime, threads: threads)
  }

  /// The mesh of a face; `nil` where it sits on none.
  func mesh(_ detection: Detection, in image: UnsafePointer<imp_image>) throws(PluginFailure) -> Mesh? {
    let mesh = try meshes.find(detection, in: image)
    return mesh.presence >= Self.leastPresence ? mesh : nil
  }

  /// The surest face where one was, and turned as it was.
  /// - Parameter angle: clockwise, in radians.
  func closeUp(
    _ box: Rectangle, angle: Float, in image: UnsafePointer<imp_image>
  ) throws(PluginFailure) -> Detection? {
    try near.surest(
      in: image, around: box.centre, side: Self.closeUp * max(box.width, box.height), angle: angle)
  }

  /// The face as it is: turned where the detector took it for another way up.
  ///
  /// The detector finds every other face that is upside down, and says that it is upright; the mesh then sits
  /// on a face that is not there. Seen all four ways, the quick detector is surer of the right one, and so is
  /// the mesh; what only one of them says does not count. What a head in the right position gives is the same
  /// to the bit as if nothing had been asked.
  /// - Throws: `.internal`.
  func righted(
    _ detection: Detection, _ mesh: Mesh, in image: UnsafePointer<imp_image>
  ) throws(PluginFailure) -> (detection: Detection, mesh: Mesh, isTurned: Bool) {
    let ways = try fourWays(of: detection, in: image)
    guard let given = ways[0], let best = ways.compactMap(\.self).max(by: { $0.score < $1.score }),
      best.isAnotherWay(than: detection) ? best.score > given.score : detection.isLying
    else { return (detection, mesh, false) }
    let other = try meshes.find(best, in: image)
    guard other.presence >= (best.isAnotherWay(than: detection) ? mesh.presence : Self.leastPresence) else {
      // Again, so that the last picture is this one's.
      return (detection, try meshes.find(detection, in: image), false)
    }
    return (best, other, true)
  }

  /// The face seen closely, where the quick detector is surer of it than of the same turned by a right angle,
  /// or two or three; `nil` where it is not.
  func confirmed(
    _ detection: Detection, in image: UnsafePointer<imp_image>
  ) throws(PluginFailure) -> Detection? {
    let ways = try fourWays(of: detection, in: image)
    guard let given = ways[0], ways.dropFirst().allSatisfy({ ($0?.score ?? 0) < given.score }) else {
      return nil
    }
    return given
  }

  /// A face as it is said to be, and turned by one right angle, by two and by three: the surest of each.
  private func fourWays(
    of detection: Detection, in image: UnsafePointer<imp_image>
  ) throws(PluginFailure) -> [Detection?] {
    var ways: [Detection?] = []
    for quarters in 0..<4 {
      let angle = detection.angle + Float(quarters) * .pi / 2
      ways.append(try closeUp(detection.box, angle: angle, in: image))
    }
    return ways
  }

  /// - Parameters:
  ///   - mesh: the last that was found.
  ///   - others: every detection in the image, this face's own among them.
  func describe(
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
