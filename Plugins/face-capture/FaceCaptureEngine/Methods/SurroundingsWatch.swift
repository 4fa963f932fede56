// SPDX-License-Identifier: Apache-2.0
import CFaceLiveness
import ImprintPluginKit

/// Whether what is seen beside the head moves as the face does, as around a print or a display that is held
/// in a hand; both against what lies far from it, which moves with the camera alone.
///
/// It follows pixels, not the tracker's mesh, and needs no turn: a hand trembles. It looks five times a
/// second and costs 3 to 6 ms each time (640 × 480). It cannot look where one of the three parts has no
/// texture or turns too far from one look to the next, where the face hardly moves, and where a print fills
/// the picture: all of it moves alike then. A print that is cut out along the head has nothing beside it.
///
/// It never finds life: both sides of a sheet that turns move towards its middle, so they stand still
/// together.
final class SurroundingsWatch {
  /// What a sheet has at least.
  struct Limits {
    /// The part of the face's movement that is seen beside it: about 0 behind a head, 1 on a sheet.
    let gain: Float
    /// Of both movements.
    let correlation: Float
  }

  private let limits: Limits
  private var last: (picture: OpaquePointer, box: Rectangle, size: PictureSize, time: UInt64)?
  /// Looks in which all parts were seen.
  private var looks = 0
  /// Sums of squares and of the product of the face's and the neighbouring movement, squared pixels.
  private var sums: (face: Float, beside: Float, both: Float) = (0, 0, 0)

  /// Nanoseconds from one look to the next; after the longest, nothing is followed.
  private static let pause: UInt64 = 200_000_000
  private static let longest: UInt64 = 500_000_000
  private static let leastLooks = 8
  /// The face's movement from one look to the next, root of the mean square: less is lost in the measure's
  /// noise. Pixels.
  private static let leastMovement: Float = 0.35

  init(limits: Limits) { self.limits = limits }

  deinit { release() }

  private func release() {
    if let last { imp_flow_picture_free(last.picture) }
    last = nil
  }

  /// Another face, or the same one after an interruption.
  func forget() {
    release()
    (looks, sums) = (0, (0, 0, 0))
  }

  /// - Returns: how fast what lies far from the face moved, in widths of the picture a second; `nil` where
  ///   that was not looked at, or cannot be told.
  func frame(_ face: Face, image: ImageView, now: UInt64) -> Float? {
    if let last, now - last.time < Self.pause { return nil }
    let before = last
    defer { if let before { imp_flow_picture_free(before.picture) } }
    let size = PictureSize(width: Float(image.width), height: Float(image.height))
    last = image.withImage { imp_flow_picture_make($0) }.map { ($0, face.box, size, now) }
    guard let before, let last, before.size == size, now - before.time <= Self.longest else { return nil }
    let box = imp_rect(
      x: before.box.x, y: before.box.y, width: before.box.width, height: before.box.height)
    let movement = imp_movement_measure(
      before.picture, last.picture, box, UInt32(image.width), UInt32(image.height))
    guard movement.far.points > 0 else { return nil }
    if movement.face.points > 0, movement.beside.points > 0 { add(movement) }
    let way = (movement.far.x * movement.far.x + movement.far.y * movement.far.y).squareRoot()
    return way / size.width / (Float(now - before.time) / 1e9)
  }

  private func add(_ movement: imp_movement) {
    let face = (x: movement.face.x - movement.far.x, y: movement.face.y - movement.far.y)
    let beside = (x: movement.beside.x - movement.far.x, y: movement.beside.y - movement.far.y)
    looks += 1
    sums.face += face.x * face.x + face.y * face.y
    sums.beside += beside.x * beside.x + beside.y * beside.y
    sums.both += face.x * beside.x + face.y * beside.y
  }

  var finding: Finding {
    let least = Self.leastMovement * Self.leastMovement * Float(looks)
    guard looks >= Self.leastLooks, sums.face >= least else {
      return .nothing(.background, limit: limits.gain)
    }
    let gain = sums.both / sums.face
    let correlation = sums.beside > 0 ? sums.both / (sums.face * sums.beside).squareRoot() : 0
    let isFake = gain >= limits.gain && correlation >= limits.correlation
    return Finding(
      method: .background, verdict: isFake ? .fake : .noDecision, measure: gain, limit: limits.gain)
  }
}
