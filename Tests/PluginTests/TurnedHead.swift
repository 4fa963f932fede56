// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Glibc
import Synchronization

/// Pictures of a head that turns before a plain wall: a relief with texture, no person's. It is where
/// CaptureDriver's face is.
enum TurnedHead {
  /// Of the picture and of the head, in pixels.
  private static let middle: Float = 200
  private static let (wide, high): (Float, Float) = (85, 95)
  private static let columns = -85...85
  private static let rows = -95...95

  /// Towards the camera is negative: a forehead that is round, a nose, two sockets.
  private static func depth(_ x: Float, _ y: Float) -> Float {
    func hill(_ left: Float, _ top: Float, _ size: Float) -> Float {
      expf(-((x - left) * (x - left) + (y - top) * (y - top)) / size)
    }
    let round = 60 * (1 - max(0, 1 - x * x / (wide * wide) - y * y / (high * high)).squareRoot())
    return round - 26 * hill(0, 10, 320) + 12 * (hill(-36, -24, 260) + hill(36, -24, 260))
  }

  private static func shade(_ x: Float, _ y: Float) -> Float {
    127 + 26 * sinf(0.43 * x + 1) + 30 * sinf(0.11 * x) + 26 * sinf(0.37 * y) + 30 * sinf(0.13 * y + 2)
  }

  private static let relief: [[(depth: Float, shade: Float)?]] = rows.map { row in
    columns.map { column in
      let (x, y) = (Float(column), Float(row))
      guard x * x / (wide * wide) + y * y / (high * high) < 0.97 else { return nil }
      return (depth(x, y), shade(x, y))
    }
  }

  /// Of the head that looks ahead.
  static let landmarks: [imp_point3] = (0..<468).map { index in
    // A sunflower's seeds: evenly over the face.
    let (share, angle) = (((Float(index) + 0.5) / 468).squareRoot(), Float(index) * 2.399963)
    let (x, y) = (62 * share * cosf(angle), 70 * share * sinf(angle))
    return imp_point3(x: middle + x, y: middle + y, z: depth(x, y))
  }

  private static let drawn = Mutex<[Int: TestImage]>([:])

  /// - Parameter yaw: whole degrees, positive to the subject's left.
  static func picture(yaw: Int) -> TestImage {
    drawn.withLock { drawn in
      let picture = drawn[yaw] ?? draw(yaw)
      drawn[yaw] = picture
      return picture
    }
  }

  private static func draw(_ yaw: Int) -> TestImage {
    let side = CaptureDriver.side
    var picture = TestImage(width: 1, height: 1) { _, _ in 127 }
    (picture.width, picture.height, picture.rowBytes) = (side, side, side)
    picture.pixels = [UInt8](repeating: 127, count: side * side)
    let angle = Float(yaw) * .pi / 180
    let (cosine, sine) = (cosf(angle), sinf(angle))
    for (row, line) in zip(rows, relief) {
      let start = (Int(middle) + row) * side
      var before: (x: Float, shade: Float)?
      for (column, point) in zip(columns, line) {
        guard let point else { continue }
        // Where it is seen, from the centres of the pixels: 0.5, as the contract has them.
        let x = middle + Float(column) * cosine - point.depth * sine - 0.5
        if let before, x > before.x {
          for pixel in Int(before.x.rounded(.up))..<max(Int(x.rounded(.up)), Int(before.x.rounded(.up))) {
            let share = (Float(pixel) - before.x) / (x - before.x)
            picture.pixels[start + pixel] = UInt8(before.shade + share * (point.shade - before.shade))
          }
        }
        if x > before?.x ?? -.infinity { before = (x, point.shade) }
      }
    }
    return picture
  }
}
