// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// One eye, from the mesh.
struct Eye {
  let centre: Point
  /// Lid distance over eye width (the eye aspect ratio): open eyes lie near 0.27. `nil` for an eye without
  /// width.
  let openness: Float?

  /// Vertices around each eye: corner, two of the upper lid, other corner, two of the lower lid, each below
  /// the upper one counted back.
  static let right = [33, 160, 158, 133, 153, 144]
  static let left = [362, 385, 387, 263, 373, 380]

  init(_ vertices: [Int], of mesh: [Point3]) {
    let points = vertices.map { Point(x: mesh[$0].x, y: mesh[$0].y) }
    centre = Point(
      x: points.reduce(0) { $0 + $1.x } / Float(points.count),
      y: points.reduce(0) { $0 + $1.y } / Float(points.count))
    let width = points[0].distance(to: points[3])
    openness =
      width > 0
      ? (points[1].distance(to: points[5]) + points[2].distance(to: points[4])) / (2 * width) : nil
  }
}
