// SPDX-License-Identifier: Apache-2.0
private import Glibc
import ImprintModel

/// A place in an image, or in the aligned one.
struct Place: Equatable {
  var x: Double
  var y: Double

  func distance(to other: Place) -> Double { hypot(x - other.x, y - other.y) }

  static func middle(_ first: Place, _ second: Place) -> Place {
    Place(x: (first.x + second.x) / 2, y: (first.y + second.y) / 2)
  }
}

/// What components are measured from: the places of a face's parts. Left and right are the subject's own.
struct FaceGeometry {
  /// Vertices of the mesh that stand for the 98 points of WFLW, which the reference implementation finds.
  enum Vertices {
    static let rightEyeCorners = (33, 133)
    static let leftEyeCorners = (362, 263)
    static let mouthCorners = (right: 61, left: 291)
    static let nose = 1
    static let chin = 152
    /// The jaw from temple to temple, then the brows from above.
    static let outline = [
      127, 234, 93, 132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361, 323,
      454, 356, 70, 63, 105, 66, 107, 336, 296, 334, 293, 300,
    ]
    /// Upper and lower lid.
    static let rightLids = [(160, 144), (159, 145), (158, 153)]
    static let leftLids = [(385, 380), (386, 374), (387, 373)]
    /// The inner edges of upper and lower lip.
    static let lips = [(13, 14), (82, 87), (312, 317), (81, 178), (311, 402)]
  }

  /// In pixels of the image.
  let rightEye: Place
  let leftEye: Place
  let chin: Place
  /// The largest distance of the lids: of each eye.
  let rightOpening: Double
  let leftOpening: Double
  /// The largest distance of the lips' inner edges.
  let mouthOpening: Double
  let mouth: Place
  /// From jaw to brows.
  let outline: [Place]
  /// From the image to the aligned one.
  let alignment: Alignment

  /// - Throws: `noLandmarks`, `noGeometry`.
  init(_ face: Face) throws(MeasureFailure) {
    guard face.landmarks.count == 468 else { throw MeasureFailure(.noLandmarks) }
    let places = face.landmarks.map { Place(x: Double($0.x), y: Double($0.y)) }
    // Far beyond any image: sums of such places would say nothing.
    guard places.allSatisfy({ abs($0.x) < 1e7 && abs($0.y) < 1e7 }) else { throw MeasureFailure(.noGeometry) }
    func pair(_ vertices: (Int, Int)) -> Place { .middle(places[vertices.0], places[vertices.1]) }
    func widest(_ pairs: [(Int, Int)]) -> Double {
      pairs.map { places[$0.0].distance(to: places[$0.1]) }.max() ?? 0
    }
    rightEye = pair(Vertices.rightEyeCorners)
    leftEye = pair(Vertices.leftEyeCorners)
    chin = places[Vertices.chin]
    rightOpening = widest(Vertices.rightLids)
    leftOpening = widest(Vertices.leftLids)
    mouthOpening = widest(Vertices.lips)
    mouth = .middle(places[Vertices.mouthCorners.right], places[Vertices.mouthCorners.left])
    outline = Vertices.outline.map { places[$0] }
    guard
      let alignment = Alignment(
        of: [
          rightEye, leftEye, places[Vertices.nose], places[Vertices.mouthCorners.right],
          places[Vertices.mouthCorners.left],
        ])
    else { throw MeasureFailure(.noGeometry) }
    self.alignment = alignment
    guard eyeDistance >= 1, chinDistance >= 1 else { throw MeasureFailure(.noGeometry) }
  }

  var eyeDistance: Double { rightEye.distance(to: leftEye) }
  var betweenEyes: Place { .middle(rightEye, leftEye) }
  /// From between the eyes to the chin.
  var chinDistance: Double { betweenEyes.distance(to: chin) }
}

/// The similarity that lays a face on the standard's aligned image of 616 × 616 pixels, least squares.
struct Alignment {
  /// Of the aligned image, pixels.
  static let side = 616.0
  /// Where both eyes, the nose and both ends of the mouth belong in it; that of the subject's right first.
  private static let targets = [
    Place(x: 251, y: 272), Place(x: 364, y: 272), Place(x: 308, y: 336), Place(x: 262, y: 402),
    Place(x: 355, y: 402),
  ]

  /// Cosine and sine of the turn, times the scale.
  private let cosine: Double
  private let sine: Double
  private let shift: Place

  /// - Returns: `nil` where the points lie on one spot, or none of the similarities fits.
  init?(of points: [Place]) {
    let count = Double(points.count)
    func mean(_ places: [Place]) -> Place {
      places.reduce(Place(x: 0, y: 0)) { Place(x: $0.x + $1.x / count, y: $0.y + $1.y / count) }
    }
    let (from, to) = (mean(points), mean(Self.targets))
    var (spread, along, across) = (0.0, 0.0, 0.0)
    for (point, target) in zip(points, Self.targets) {
      let (px, py, tx, ty) = (point.x - from.x, point.y - from.y, target.x - to.x, target.y - to.y)
      spread += px * px + py * py
      along += px * tx + py * ty
      across += px * ty - py * tx
    }
    guard spread > 1e-6 else { return nil }
    (cosine, sine) = (along / spread, across / spread)
    guard cosine * cosine + sine * sine > 1e-12 else { return nil }
    shift = Place(x: to.x - cosine * from.x + sine * from.y, y: to.y - sine * from.x - cosine * from.y)
  }

  /// Pixels of the aligned image for one of the image.
  var scale: Double { hypot(cosine, sine) }

  func callAsFunction(_ place: Place) -> Place {
    Place(
      x: cosine * place.x - sine * place.y + shift.x, y: sine * place.x + cosine * place.y + shift.y)
  }

  /// From the aligned image, seen from `origin` in it, to the image: an affine map, row by row.
  func inverse(from origin: Place) -> [Double] {
    let squared = cosine * cosine + sine * sine
    let (c, s) = (cosine / squared, sine / squared)
    let (x, y) = (origin.x - shift.x, origin.y - shift.y)
    return [c, s, c * x + s * y, -s, c, -s * x + c * y]
  }
}
