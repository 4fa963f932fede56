// SPDX-License-Identifier: Apache-2.0
import CFaceGeometry
import CImprint
import FaceNetworks
import Glibc
import ImprintPluginKit

/// A face as a detector sees it, in pixels of the image.
struct Detection {
  /// 0...1
  var score: Float
  var box: Rectangle
  /// The subject's own.
  var rightEye: Point
  var leftEye: Point
}

/// A BlazeFace network: finds the faces of a whole image.
final class Detector {
  /// The architecture of a network of this family.
  struct Design {
    let network: Network
    /// Of its input, in pixels.
    let side: Int
    let anchors: [Point]
  }

  private let design: Design
  private let session: NetworkSession

  /// Values for each anchor: box (centre, size), then six points, of which the eyes are the first two.
  private static let valuesPerAnchor = 16
  /// The IoU above which two boxes are one face: the threshold that the detector was published with.
  private static let sameFace: Float = 0.3

  init(_ design: Design, runtime: NetworkRuntime, threads: Int) throws(PluginFailure) {
    self.design = design
    session = try runtime.session(design.network, threads: threads)
  }

  /// Faces with a score above `threshold`, the highest first, after non-maximum suppression.
  /// - Throws: `.memory`, `.internal`.
  func detect(_ image: UnsafePointer<imp_image>, threshold: Float) throws(PluginFailure) -> [Detection] {
    var box = imp_letterbox()
    let status = imp_face_letterbox(
      image, UInt32(design.side), session.input.assumingMemoryBound(to: Float.self), &box)
    guard status == IMP_OK else {
      throw PluginFailure(.init(rawValue: status), "No memory to scale the image for the detector.")
    }
    try session.run()
    return Self.withoutRepeats(decode(box, threshold: threshold))
  }

  private func decode(_ box: imp_letterbox, threshold: Float) -> [Detection] {
    let values = session.output(0)
    let scores = session.output(1)
    let side = Float(design.side)
    // The output is a logit: compared before the logistic function is computed.
    let limit = log(threshold / (1 - threshold))
    var found: [Detection] = []
    for (index, anchor) in design.anchors.enumerated() where scores[index] > limit {
      let raw = values + index * Self.valuesPerAnchor
      let inImage = { (x: Float, y: Float) in
        Point(
          x: (x + anchor.x * side - box.left) / box.scale_x, y: (y + anchor.y * side - box.top) / box.scale_y)
      }
      let centre = inImage(raw[0], raw[1])
      let width = raw[2] / box.scale_x
      let height = raw[3] / box.scale_y
      guard width > 0, height > 0 else { continue }
      found.append(
        Detection(
          score: 1 / (1 + exp(-scores[index])),
          box: Rectangle(x: centre.x - width / 2, y: centre.y - height / 2, width: width, height: height),
          rightEye: inImage(raw[4], raw[5]), leftEye: inImage(raw[6], raw[7])))
    }
    return found
  }

  /// Non-maximum suppression. Equal scores keep the network's order.
  static func withoutRepeats(_ detections: [Detection]) -> [Detection] {
    let order = detections.indices.sorted {
      (-detections[$0].score, $0) < (-detections[$1].score, $1)
    }
    var kept: [Detection] = []
    for index in order where kept.allSatisfy({ $0.box.overlap(detections[index].box) < sameFace }) {
      kept.append(detections[index])
    }
    return kept
  }
}

extension Detector.Design {
  /// Short range: faces from about 15 % of the image's longer side.
  static let shortRange = Self(
    network: Network(
      "blazeface-short", input: .init(.float32, 1, 128, 128, 3),
      outputs: [.init(.float32, 1, 896, 16), .init(.float32, 1, 896, 1)]),
    side: 128, anchors: Anchors.places(side: 128, layers: [(stride: 8, each: 2), (stride: 16, each: 6)]))

  /// Full range: smaller faces too, at three times the cost.
  static let fullRange = Self(
    network: Network(
      "blazeface-full", input: .init(.float32, 1, 192, 192, 3),
      outputs: [.init(.float32, 1, 2304, 16), .init(.float32, 1, 2304, 1)]),
    side: 192, anchors: Anchors.places(side: 192, layers: [(stride: 4, each: 1)]))
}
