// SPDX-License-Identifier: Apache-2.0
import CImprint
import Glibc
import ImprintPluginKit

/// How a face lies in an image: what of it moves from frame to frame.
struct FacePlace {
  let centre: Point
  /// The longer side of its box.
  let size: Float
  /// Of the line through the eyes, clockwise, in radians.
  let angle: Float

  init(of face: Face) {
    centre = face.box.centre
    size = max(face.box.width, face.box.height)
    angle = atan2(face.leftEye.y - face.rightEye.y, face.leftEye.x - face.rightEye.x)
  }
}

/// A face that is looked for where it was, without a detector.
struct Followed {
  /// As a detector saw it, in the last frame that was searched.
  private let seen: Detection
  /// Where the face was found by that.
  private let first: FacePlace
  /// Where it was found in the last frame.
  private var last: FacePlace
  private(set) var box: Rectangle

  /// - Parameter face: found by `detection`.
  init(_ face: Face, seen detection: Detection) {
    (seen, box) = (detection, face.box)
    first = FacePlace(of: face)
    last = first
  }

  /// What a detector would say had its box moved as the face has. The mesh then sees the face as it did, and
  /// what it says does not drift: each frame is laid on the one that was searched.
  var detection: Detection { seen.moved(from: first, to: last) }

  mutating func move(to face: Face) {
    (last, box) = (FacePlace(of: face), face.box)
  }
}

extension Detection {
  /// Turned, scaled and shifted as a face is that lay in one place and now lies in another.
  fileprivate func moved(from first: FacePlace, to last: FacePlace) -> Detection {
    let scale = last.size / max(first.size, .leastNormalMagnitude)
    let (sine, cosine) = (sin(last.angle - first.angle) * scale, cos(last.angle - first.angle) * scale)
    func place(_ point: Point) -> Point {
      let (x, y) = (point.x - first.centre.x, point.y - first.centre.y)
      return Point(x: last.centre.x + cosine * x - sine * y, y: last.centre.y + sine * x + cosine * y)
    }
    let (centre, width, height) = (place(box.centre), box.width * scale, box.height * scale)
    return Detection(
      score: score,
      box: Rectangle(x: centre.x - width / 2, y: centre.y - height / 2, width: width, height: height),
      rightEye: place(rightEye), leftEye: place(leftEye))
  }
}
