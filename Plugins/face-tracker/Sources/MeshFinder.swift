// SPDX-License-Identifier: Apache-2.0
import CFaceGeometry
import CImprint
import FaceNetworks
import Glibc
import ImprintPluginKit

/// The 468 points of a face, and the picture they were found in.
struct Mesh {
  /// In the image.
  var points: [Point3]
  /// 0...1: how surely the points sit on a face.
  var presence: Float
  /// From pixels of the upright picture of the face to pixels of the image.
  var toImage: imp_affine
  /// The points in that picture, which is ``MeshFinder/side`` pixels a side.
  var upright: [Point]

  /// The smallest rectangle around all points, in the image.
  var box: Rectangle {
    var left = Float.infinity
    var top = Float.infinity
    var right = -Float.infinity
    var bottom = -Float.infinity
    for point in points {
      left = min(left, point.x)
      right = max(right, point.x)
      top = min(top, point.y)
      bottom = max(bottom, point.y)
    }
    return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// The mesh network: a detected face becomes 468 points.
final class MeshFinder {
  /// Of its picture, pixels.
  static let side = 192
  /// The picture shows this many times the detector's box, as the network was trained.
  private static let margin: Float = 1.5

  private let session: NetworkSession

  init(runtime: NetworkRuntime, threads: Int) throws(PluginFailure) {
    session = try runtime.session(
      Network(
        "facemesh-468", input: .init(.float32, 1, 192, 192, 3),
        outputs: [.init(.float32, 1, 1, 1, 1404), .init(.float32, 1, 1, 1, 1)]),
      threads: threads)
  }

  /// The upright picture of the last face, rows of red, green, blue, 0...1.
  var picture: UnsafePointer<Float> { UnsafePointer(session.input.assumingMemoryBound(to: Float.self)) }

  /// - Throws: `.internal`.
  func find(_ detection: Detection, in image: UnsafePointer<imp_image>) throws(PluginFailure) -> Mesh {
    let square = Self.margin * detection.size
    var toImage = imp_affine_square(detection.box.centre, square, detection.angle, UInt32(Self.side))
    imp_face_crop(image, &toImage, UInt32(Self.side), session.input.assumingMemoryBound(to: Float.self))
    try session.run()

    let raw = session.output(0)
    let depth = square / Float(Self.side)
    var mesh = Mesh(
      points: [], presence: 1 / (1 + exp(-session.output(1)[0])), toImage: toImage, upright: [])
    mesh.points.reserveCapacity(Face.meshLandmarks)
    mesh.upright.reserveCapacity(Face.meshLandmarks)
    for index in 0..<Face.meshLandmarks {
      let upright = Point(x: raw[3 * index], y: raw[3 * index + 1])
      let place = imp_affine_apply(&toImage, upright)
      mesh.upright.append(upright)
      mesh.points.append(Point3(x: place.x, y: place.y, z: raw[3 * index + 2] * depth))
    }
    return mesh
  }
}
