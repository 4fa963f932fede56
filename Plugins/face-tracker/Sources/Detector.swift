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

  /// Of the line through the eyes: how far the head is tilted, clockwise, in radians.
  var angle: Float { atan2(leftEye.y - rightEye.y, leftEye.x - rightEye.x) }

  /// The longer side of the box.
  var size: Float { max(box.width, box.height) }

  fileprivate func moved(_ x: Float, _ y: Float) -> Detection {
    let move = { (point: Point) in Point(x: point.x + x, y: point.y + y) }
    return Detection(
      score: score, box: Rectangle(x: box.x + x, y: box.y + y, width: box.width, height: box.height),
      rightEye: move(rightEye), leftEye: move(leftEye))
  }
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
  /// - Parameter quarters: by how many right angles the detector sees the image turned, clockwise. Faces are
  ///   in the image as it is, whatever this is.
  /// - Throws: `.memory`, `.internal`.
  func detect(
    _ image: UnsafePointer<imp_image>, threshold: Float, turned quarters: Int = 0
  ) throws(PluginFailure) -> [Detection] {
    var box = imp_letterbox()
    let input = session.input.assumingMemoryBound(to: Float.self)
    let status = imp_face_letterbox(image, UInt32(design.side), input, &box)
    guard status == IMP_OK else {
      throw PluginFailure(.init(rawValue: status), "No memory to scale the image for the detector.")
    }
    imp_face_turn(input, UInt32(design.side), UInt32(quarters))
    try session.run()
    let scores = session.output(1)
    // The output is a logit: compared before the logistic function is computed.
    let limit = log(threshold / (1 - threshold))
    let view = View(box, side: Float(design.side), turned: quarters)
    return Self.withoutRepeats(
      design.anchors.indices.compactMap { scores[$0] > limit ? detection($0, in: view) : nil })
  }

  /// The same in a part of an image.
  func detect(
    _ part: ImagePart, of image: UnsafePointer<imp_image>, threshold: Float
  ) throws(PluginFailure) -> [Detection] {
    var view = image.pointee
    let skipped = part.y * Int(view.row_bytes) + part.x * (view.format == UInt32(IMP_PIXEL_RGB24) ? 3 : 1)
    view.width = UInt32(part.width)
    view.height = UInt32(part.height)
    view.pixels = imp_bytes(data: view.pixels.data.map { $0 + skipped }, length: view.pixels.length - skipped)
    return try detect(&view, threshold: threshold).map { $0.moved(Float(part.x), Float(part.y)) }
  }

  /// The surest face whose centre lies in the middle of a square of the image, however unsure that is. The
  /// middle has half the square's side: what lies outside is another face.
  /// - Parameter angle: by which the square is turned, clockwise, in radians: an upright head of the square
  ///   is tilted by it in the image.
  /// - Throws: `.internal`.
  func surest(
    in image: UnsafePointer<imp_image>, around centre: Point, side: Float, angle: Float
  ) throws(PluginFailure) -> Detection? {
    var toImage = imp_affine_square(centre, side, angle, UInt32(design.side))
    imp_face_crop_signed(
      image, &toImage, UInt32(design.side), session.input.assumingMemoryBound(to: Float.self))
    try session.run()
    let values = session.output(0)
    let scores = session.output(1)
    let middle = Float(design.side) / 4...3 * Float(design.side) / 4
    let centred = design.anchors.indices.filter { index in
      let raw = values + index * Self.valuesPerAnchor
      let anchor = design.anchors[index]
      return middle.contains(raw[0] + anchor.x * Float(design.side))
        && middle.contains(raw[1] + anchor.y * Float(design.side))
    }
    guard let best = centred.max(by: { scores[$0] < scores[$1] }) else { return nil }
    return detection(best, in: View(toImage, scale: side / Float(design.side)))
  }

  /// How what the network sees lies in the image.
  private struct View {
    let toImage: (Float, Float) -> Point
    /// From lengths that the network sees, by its axes, to lengths in the image.
    let width: (Float, Float) -> Float
    let height: (Float, Float) -> Float

    init(_ box: imp_letterbox, side: Float, turned quarters: Int) {
      toImage = { x, y in
        var (x, y) = (x, y)
        for _ in 0..<quarters { (x, y) = (y, side - x) }
        return Point(x: (x - box.left) / box.scale_x, y: (y - box.top) / box.scale_y)
      }
      let isAcross = quarters % 2 == 1
      width = { (isAcross ? $1 : $0) / box.scale_x }
      height = { (isAcross ? $0 : $1) / box.scale_y }
    }

    init(_ map: imp_affine, scale: Float) {
      toImage = { x, y in
        var map = map
        return imp_affine_apply(&map, Point(x: x, y: y))
      }
      width = { across, _ in across * scale }
      height = { _, down in down * scale }
    }
  }

  /// - Returns: `nil` for a box without area.
  private func detection(_ index: Int, in view: View) -> Detection? {
    let raw = session.output(0) + index * Self.valuesPerAnchor
    let anchor = design.anchors[index]
    let side = Float(design.side)
    let inImage = { (x: Float, y: Float) in view.toImage(x + anchor.x * side, y + anchor.y * side) }
    let centre = inImage(raw[0], raw[1])
    let width = view.width(raw[2], raw[3])
    let height = view.height(raw[2], raw[3])
    guard width > 0, height > 0 else { return nil }
    return Detection(
      score: 1 / (1 + exp(-session.output(1)[index])),
      box: Rectangle(x: centre.x - width / 2, y: centre.y - height / 2, width: width, height: height),
      rightEye: inImage(raw[4], raw[5]), leftEye: inImage(raw[6], raw[7]))
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
