// SPDX-License-Identifier: Apache-2.0
internal import CImprintPixels
import ImprintModel

/// The landmarked region of a face, from jaw to brows, upright and 113 pixels from eye to eye: the part of
/// the standard's aligned image that measures look at.
struct AlignedRegion {
  /// Of the region, in the aligned image.
  let origin: (x: Int, y: Int)
  let width: Int
  let height: Int
  /// 1 or 3.
  let channels: Int
  /// `width × height` pixels, row by row.
  let pixels: [UInt8]
  /// 1 for each pixel of the face that lies in the image.
  let mask: [UInt8]

  /// Eyes and mouth in the aligned image.
  let rightEye: Place
  let leftEye: Place
  let eyeDistance: Double
  let eyeMouthDistance: Double

  /// Samples a side of each pixel, at most: beyond, they are farther apart than the image's pixels.
  private static let finest = 16

  /// - Throws: `noGeometry`, or `outside` where nothing of the face is in the image.
  init(_ face: FaceGeometry, in image: Image) throws(MeasureFailure) {
    let outline = convexHull(face.outline.map { face.alignment($0) })
    guard outline.count > 2 else { throw MeasureFailure(.noGeometry) }
    func inside(_ value: Double) -> Int { Int(min(Alignment.side, max(0, value))) }
    let left = inside((outline.map(\.x).min() ?? 0).rounded(.down))
    let right = inside((outline.map(\.x).max() ?? 0).rounded(.up))
    let top = inside((outline.map(\.y).min() ?? 0).rounded(.down))
    let bottom = inside((outline.map(\.y).max() ?? 0).rounded(.up))
    guard right > left, bottom > top else { throw MeasureFailure(.noGeometry) }
    let (width, height) = (right - left, bottom - top)
    let channels = image.format.bytesPerPixel
    var mask = [UInt8](repeating: 0, count: width * height)
    let corners = outline.flatMap { [$0.x - Double(left), $0.y - Double(top)] }
    imp_pixels_fill_convex(corners, outline.count, &mask, width, height)
    var pixels = [UInt8](repeating: 0, count: width * height * channels)
    let map = face.alignment.inverse(from: Place(x: Double(left), y: Double(top)))
    // A large face is averaged, not skipped through: what lies between samples would look like detail.
    let fineness = Int(min(Double(Self.finest), max(1, (1 / face.alignment.scale).rounded())))
    imp_pixels_sample(
      image.pixels, image.bytesPerRow, image.width, image.height, channels, map, fineness, &pixels, &mask,
      width,
      height)
    guard mask.contains(1) else { throw MeasureFailure(.outside) }
    origin = (left, top)
    (self.width, self.height, self.channels, self.pixels, self.mask) = (width, height, channels, pixels, mask)
    rightEye = face.alignment(face.rightEye)
    leftEye = face.alignment(face.leftEye)
    eyeDistance = rightEye.distance(to: leftEye)
    eyeMouthDistance = Place.middle(rightEye, leftEye).distance(to: face.alignment(face.mouth))
  }

  /// A rectangle of the region, in its own pixels.
  struct Zone {
    let x: Range<Int>
    let y: Range<Int>
  }

  var whole: Zone { Zone(x: 0..<width, y: 0..<height) }

  /// The zones of both cheeks that the standard compares: below the eyes, halfway to the mouth.
  var cheeks: (right: Zone, left: Zone) {
    let side = (0.3 * eyeDistance).rounded(.down)
    let down = (eyeMouthDistance / 2).rounded(.down)
    return (zone(rightEye.x - side, rightEye.y + down, side), zone(leftEye.x, leftEye.y + down, side))
  }

  private func zone(_ x: Double, _ y: Double, _ side: Double) -> Zone {
    func range(_ from: Double, _ origin: Int, _ length: Int) -> Range<Int> {
      let low = min(Double(length), max(0, from.rounded() - Double(origin)))
      let high = min(Double(length), max(low, from.rounded() - Double(origin) + side))
      return Int(low)..<Int(high)
    }
    return Zone(x: range(x, origin.x, width), y: range(y, origin.y, height))
  }
}
