// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

extension PuppetFile {
  /// Cuts head and shoulders out of a photograph, and scales them to what a camera sees of a face.
  /// - Parameters:
  ///   - image: A photograph of a face that looks into the camera: what it hides of the head, no puppet
  ///     shows. In grey, the puppet is grey.
  ///   - face: As the tracker found it in that very image, with its landmarks.
  ///   - place: What an error calls the image, such as its path.
  /// - Throws: ``PuppetError`` `no-face`, `too-small`.
  public init(image: Image, face: Face, place: String = "the photograph") throws(PuppetError) {
    // Of the whole photograph first: what is not plausible there is not scaled.
    let whole = try PuppetFile(
      photograph: image, landmarks: face.landmarks, pose: face.pose, place: place)
    let scale = Self.eyeDistance(whole.landmarks) / Self.cornerDistance
    let (right, left) = (face.landmarks[Self.corners.0], face.landmarks[Self.corners.1])
    let middle = Point(x: (right.x + left.x) / 2, y: (right.y + left.y) / 2)
    let columns = Self.span(middle.x - scale * Self.side, middle.x + scale * Self.side, image.width)
    let rows = Self.span(middle.y - scale * Self.above, middle.y + scale * Self.below, image.height)
    let longest = Float(max(columns.count, rows.count))
    // A divisor of 1 keeps the pixels as they are.
    let divisor = max(scale / Self.finest, longest / Float(Self.largestSide), 1)
    let photograph = try Self.reduced(image, columns, rows, by: divisor, place)
    let landmarks = face.landmarks.map { point in
      Point3(
        x: (point.x - Float(columns.lowerBound)) / divisor, y: (point.y - Float(rows.lowerBound)) / divisor,
        z: point.z / divisor)
    }
    try self.init(photograph: photograph, landmarks: landmarks, pose: face.pose, place: place)
  }

  // MARK: In millimetres, where the outer corners of the eyes lie 90 apart

  private static let cornerDistance: Float = 90
  /// What is cut out around the middle between the eyes: shoulders, hair that stands up, a chest.
  private static let side: Float = 270
  private static let above: Float = 210
  private static let below: Float = 340
  /// Pixels a millimetre: what the renderer uses of a photograph.
  private static let finest: Float = 2.5

  /// Whole pixels of the image; one at least.
  private static func span(_ low: Float, _ high: Float, _ length: Int) -> Range<Int> {
    let first = Int(min(max(low.rounded(.down), 0), Float(length - 1)))
    let last = Int(min(max(high.rounded(.up), Float(first + 1)), Float(length)))
    return first..<last
  }

  /// The part of an image, each pixel the mean of what it covers.
  private static func reduced(
    _ image: Image, _ columns: Range<Int>, _ rows: Range<Int>, by divisor: Float, _ place: String
  ) throws(PuppetError) -> Image {
    let width = max(Int(Float(columns.count) / divisor), 1)
    let height = max(Int(Float(rows.count) / divisor), 1)
    let across = shares(of: columns, divisor, width)
    let down = shares(of: rows, divisor, height)
    let step = image.format.bytesPerPixel
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * width * height)
    for row in down {
      for column in across {
        for colour in 0..<3 {
          let offset = step == 3 ? colour : 0
          var sum: Float = 0
          for (y, high) in row {
            let start = y * image.bytesPerRow + offset
            for (x, wide) in column { sum += high * wide * Float(image.pixels[start + x * step]) }
          }
          pixels.append(UInt8(min(max(sum.rounded(), 0), 255)))
        }
      }
    }
    guard let reduced = Image(width: width, height: height, format: .rgb24, pixels: pixels) else {
      throw PuppetError(
        .noFace, place: place, reason: "the face does not lie within it.",
        remedy: "Use the image that the face was found in.")
    }
    return reduced
  }

  /// Which old pixels each new one covers, and how much of each: the shares of one add up to 1.
  private static func shares(
    of span: Range<Int>, _ divisor: Float, _ count: Int
  ) -> [[(pixel: Int, share: Float)]] {
    (0..<count).map { index in
      let start = Float(index) * divisor
      let end = min(start + divisor, Float(span.count))
      let covered = Int(start)...min(max(Int(end.rounded(.up)) - 1, Int(start)), span.count - 1)
      let parts = covered.map { pixel in
        (
          pixel: span.lowerBound + pixel,
          share: max(min(end, Float(pixel + 1)) - max(start, Float(pixel)), 1e-6)
        )
      }
      let sum = parts.reduce(0) { $0 + $1.share }
      return parts.map { ($0.pixel, $0.share / sum) }
    }
  }
}
