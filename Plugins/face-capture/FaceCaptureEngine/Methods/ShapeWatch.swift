// SPDX-License-Identifier: Apache-2.0
import CFaceLiveness
import CImprint
import ImprintPluginKit

/// Whether the face has the relief of a face: how its points move in the pixels while it turns, against what
/// the mesh of its frontal view predicts (docs/proposals/0006-face-capture.md).
///
/// A network gives every face the mesh of a face, a printed one too; the pixels do not.
final class ShapeWatch {
  /// The gain above which it is a head, below which it is a sheet.
  struct Limits {
    let live: Float
    let fake: Float
    /// The correlation that a head has at least.
    let correlation: Float
  }

  /// The turned head, and where its points are.
  private struct View {
    let pose: imp_head_angles
    let points: [imp_point?]
  }

  private let limits: Limits
  private let vertices: [Int]
  private var front: (mesh: [imp_point3], pose: imp_head_angles)?
  private var picture: OpaquePointer?
  private var points: [imp_point?] = []
  private var leftmost: View?
  private var rightmost: View?
  private var skipped = false

  /// Degrees between two views.
  static let leastTurn: Float = 20
  /// Pixels by which a point that is followed back may miss where it came from.
  private static let furthestBack: Float = 0.5

  init(limits: Limits) {
    self.limits = limits
    vertices = Self.stillVertices
  }

  deinit { imp_flow_picture_free(picture) }

  /// Begins with a frontal view; what was seen before is forgotten.
  func begin(_ face: Face, image: ImageView) {
    imp_flow_picture_free(picture)
    picture = nil
    (front, leftmost, rightmost, skipped) = (nil, nil, nil, false)
    guard face.landmarks.count == Face.meshLandmarks else { return }
    front = (vertices.map { face.landmarks[$0] }, face.angles)
    points = vertices.map { imp_point(x: face.landmarks[$0].x, y: face.landmarks[$0].y) }
    // The front is a view too: one far turn from it will do.
    let view = View(pose: face.angles, points: points)
    (leftmost, rightmost) = (view, view)
    picture = image.withImage { imp_flow_picture_make($0) }
  }

  /// Follows the points to the next frame.
  /// - Parameter isView: whether the head is where it was asked to be.
  func frame(_ face: Face, image: ImageView, isView: Bool) {
    guard let before = picture else { return }
    // Every other frame will do at a camera's rate, but no view is passed over.
    skipped.toggle()
    guard !skipped || isView else { return }
    guard let now = image.withImage({ imp_flow_picture_make($0) }) else { return }
    for (index, place) in points.enumerated() {
      guard let place else { continue }
      points[index] = Self.followed(place, from: before, to: now)
    }
    imp_flow_picture_free(before)
    picture = now
    guard isView else { return }
    let view = View(pose: face.angles, points: points)
    if leftmost.map({ face.yaw > $0.pose.yaw }) ?? true { leftmost = view }
    if rightmost.map({ face.yaw < $0.pose.yaw }) ?? true { rightmost = view }
  }

  private static func followed(
    _ place: imp_point, from before: OpaquePointer, to now: OpaquePointer
  ) -> imp_point? {
    var there = place
    guard imp_flow_follow(before, now, &there) != 0 else { return nil }
    var back = there
    guard imp_flow_follow(now, before, &back) != 0 else { return nil }
    let (dx, dy) = (back.x - place.x, back.y - place.y)
    return (dx * dx + dy * dy).squareRoot() <= furthestBack ? there : nil
  }

  /// Forgets all: the track was interrupted.
  func forget() {
    imp_flow_picture_free(picture)
    (picture, front, leftmost, rightmost) = (nil, nil, nil, nil)
  }

  var finding: Finding {
    let nothing = Finding.nothing(.shape, limit: limits.live)
    guard let front, let first = rightmost, let second = leftmost,
      second.pose.yaw - first.pose.yaw >= Self.leastTurn
    else { return nothing }
    var mesh: [imp_point3] = []
    var (from, to): ([imp_point], [imp_point]) = ([], [])
    for index in vertices.indices {
      guard let a = first.points[index], let b = second.points[index] else { continue }
      mesh.append(front.mesh[index])
      from.append(a)
      to.append(b)
    }
    var relief = imp_relief()
    let status = imp_relief_measure(
      mesh, from, to, UInt32(mesh.count), front.pose, first.pose, second.pose, &relief)
    guard status == IMP_OK else { return nothing }
    let verdict: CaptureEvent.Liveness =
      relief.gain >= limits.live && relief.correlation >= limits.correlation
      ? .live : relief.gain <= limits.fake ? .fake : .noDecision
    return Finding(method: .shape, verdict: verdict, measure: relief.gain, limit: limits.live)
  }

  /// Every third vertex of the mesh that neither lids nor lips move.
  private static let stillVertices: [Int] = {
    let lips: Set = [
      0, 13, 14, 17, 37, 39, 40, 61, 78, 80, 81, 82, 84, 87, 88, 91, 95, 146, 178, 181, 185, 191, 267, 269,
      270, 291, 308, 310, 311, 312, 314, 317, 318, 321, 324, 375, 402, 405, 409, 415,
    ]
    let lids: Set = [
      7, 33, 133, 144, 145, 153, 154, 155, 157, 158, 159, 160, 161, 163, 173, 246, 249, 263, 362, 373, 374,
      380, 381, 382, 384, 385, 386, 387, 388, 390, 398, 466,
    ]
    let still = (0..<Face.meshLandmarks).filter { !lips.contains($0) && !lids.contains($0) }
    return stride(from: 0, to: still.count, by: 3).map { still[$0] }
  }()
}

extension Face {
  var angles: imp_head_angles { imp_head_angles(yaw: yaw, pitch: pitch, roll: roll) }
}
