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

/// A BlazeFace network: a whole image becomes boxes.
final class Detector {
  /// How a network of this family is built.
  struct Design {
    let network: Network
    /// Of its picture, pixels.
    let side: Int
    let anchors: [Point]
  }

  private let design: Design
  private let session: NetworkSession

  /// Values for each anchor: box (centre, size), then six points, of which the eyes are the first two.
  private static let valuesPerAnchor = 16
  /// Two boxes that share more than this of their area are one face; the detector's own value.
  private static let sameFace: Float = 0.3

  init(_ design: Design, runtime: NetworkRuntime, threads: Int) throws(PluginFailure) {
    self.design = design
    session = try runtime.session(design.network, threads: threads)
  }

  /// Faces with a score above `threshold`, surest first, none twice.
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
    // The score is the logistic function of the output: compare before computing it.
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

  /// Keeps the surest of detections that lie over each other. Equal scores keep the network's order.
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
  /// Faces of about 15 % of the picture's longer side and more.
  static let shortRange = Self(
    network: Network(
      "blazeface-short", input: .init(.float32, 1, 128, 128, 3),
      outputs: [.init(.float32, 1, 896, 16), .init(.float32, 1, 896, 1)]),
    side: 128, anchors: Anchors.places(side: 128, layers: [(stride: 8, each: 2), (stride: 16, each: 6)]))

  /// Smaller faces too, for three times the work.
  static let fullRange = Self(
    network: Network(
      "blazeface-full", input: .init(.float32, 1, 192, 192, 3),
      outputs: [.init(.float32, 1, 2304, 16), .init(.float32, 1, 2304, 1)]),
    side: 192, anchors: Anchors.places(side: 192, layers: [(stride: 4, each: 1)]))
}
