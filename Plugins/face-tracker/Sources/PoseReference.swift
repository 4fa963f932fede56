// SPDX-License-Identifier: Apache-2.0
import CFaceGeometry
import CImprint
import ImprintPluginKit

extension imp_head_pose {
  /// The head pose of a mesh; `nil` for a degenerate mesh.
  init?(_ mesh: [Point3]) {
    self.init()
    let points = PoseReference.vertices.map { mesh[$0] }
    guard imp_face_pose(points, PoseReference.points, UInt32(points.count), &self) == IMP_OK else {
      return nil
    }
  }
}

/// A head in frontal pose.
///
/// The shape is the mesh network's own: its answer to flat grey pictures (black, white and three levels
/// between), averaged, made symmetric, in units of the distance of the outer eye corners. So no person's
/// head is in it.
private enum PoseReference {
  /// Vertices that neither speech nor expression moves much: forehead, bridge of the nose, eye corners,
  /// temples, cheekbones, sides of the head.
  static let vertices = [
    10, 151, 9, 8, 168, 6, 197, 195, 5, 4, 263, 33, 362, 133, 284, 54, 297, 67, 345, 116, 346, 117, 356, 127,
    454, 234,
  ]

  static let points = [
    Point3(x: 0.000, y: -0.469, z: -0.099),
    Point3(x: 0.000, y: -0.320, z: -0.140),
    Point3(x: 0.000, y: -0.169, z: -0.174),
    Point3(x: 0.000, y: -0.083, z: -0.173),
    Point3(x: 0.000, y: -0.002, z: -0.183),
    Point3(x: 0.000, y: 0.077, z: -0.229),
    Point3(x: 0.000, y: 0.141, z: -0.281),
    Point3(x: 0.000, y: 0.198, z: -0.337),
    Point3(x: 0.000, y: 0.257, z: -0.393),
    Point3(x: 0.000, y: 0.326, z: -0.420),
    Point3(x: 0.500, y: 0.059, z: 0.015),
    Point3(x: -0.500, y: 0.059, z: 0.015),
    Point3(x: 0.203, y: 0.066, z: -0.033),
    Point3(x: -0.203, y: 0.066, z: -0.033),
    Point3(x: 0.637, y: -0.303, z: 0.178),
    Point3(x: -0.637, y: -0.303, z: 0.178),
    Point3(x: 0.382, y: -0.439, z: -0.031),
    Point3(x: -0.382, y: -0.439, z: -0.031),
    Point3(x: 0.672, y: 0.188, z: 0.119),
    Point3(x: -0.672, y: 0.188, z: 0.119),
    Point3(x: 0.565, y: 0.188, z: 0.005),
    Point3(x: -0.565, y: 0.188, z: 0.005),
    Point3(x: 0.725, y: 0.063, z: 0.465),
    Point3(x: -0.725, y: 0.063, z: 0.465),
    Point3(x: 0.715, y: 0.201, z: 0.497),
    Point3(x: -0.715, y: 0.201, z: 0.497),
  ]
}
