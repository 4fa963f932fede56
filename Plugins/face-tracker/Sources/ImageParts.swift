// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// A part of an image, in whole pixels.
struct ImagePart: Hashable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var longerSide: Int { max(width, height) }

  /// Whether a rectangle lies in it.
  func contains(_ box: Rectangle) -> Bool {
    box.x >= Float(x) && box.y >= Float(y) && box.x + box.width <= Float(x + width)
      && box.y + box.height <= Float(y + height)
  }
}

/// The parts that a large image is searched in: the detector sees 192 pixels, in which a face of a large
/// image may be a few.
///
/// Neighbours share a quarter of their side, so that each face up to that size lies in one of them.
struct ImageParts {
  /// Of the longer side, up to which the whole image suffices: what the detector finds in it is 48 pixels.
  static let suffices = 960
  /// The side of a part, pixels, where the image is not so large that there were too many. The detector finds
  /// faces of a twentieth of it: 32 pixels, whose eyes are nearly as close as a matcher can use.
  static let side = 640
  /// The most parts of the smallest size; with the larger ones there are at most a third more, rounded up.
  static let most = 48
  /// An image that is lower or narrower shows no face that is found.
  private static let least = 32
  /// Of its picture, what the detector finds surely.
  private static let smallestShare: Float = 0.05

  /// Largest first; none where the whole image suffices. The longest list is of a square image.
  static func of(width: Int, height: Int) -> [ImagePart] {
    let longer = max(width, height)
    guard longer > suffices, min(width, height) >= least else { return [] }
    var side = Self.side
    while count(width, side) * count(height, side) > most { side += side / 4 }
    var sides = [side]
    // Until the overlap is as large as what is found in the whole.
    while Float(side) / 4 < smallestShare * Float(longer) {
      side *= 2
      sides.append(side)
    }
    return sides.reversed().flatMap { side in
      starts(height, side).flatMap { y in
        starts(width, side).map { x in
          ImagePart(x: x, y: y, width: min(side, width), height: min(side, height))
        }
      }
    }
  }

  /// The part around the middle of a face; `nil` where the whole image suffices.
  static func around(_ box: Rectangle, width: Int, height: Int) -> ImagePart? {
    guard max(width, height) > suffices, min(width, height) >= least else { return nil }
    // A face is in the middle of a part that is four times its size.
    let side = max(Self.side, Int(4 * min(max(box.width, box.height), 65535)))
    func start(_ middle: Float, _ length: Int) -> Int {
      Int(min(max(middle - Float(side) / 2, 0), Float(max(length - side, 0))))
    }
    return ImagePart(
      x: start(box.centre.x, width), y: start(box.centre.y, height), width: min(side, width),
      height: min(side, height))
  }

  private static func count(_ length: Int, _ side: Int) -> Int {
    let step = side - side / 4
    return length <= side ? 1 : (length - side + step - 1) / step + 1
  }

  /// Evenly spread, from edge to edge.
  private static func starts(_ length: Int, _ side: Int) -> [Int] {
    let count = count(length, side)
    return (0..<count).map { count == 1 ? 0 : $0 * (length - side) / (count - 1) }
  }
}
