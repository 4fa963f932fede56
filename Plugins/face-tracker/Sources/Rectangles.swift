// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

extension Rectangle {
  /// Square pixels.
  var area: Float { width * height }

  var centre: Point { Point(x: x + width / 2, y: y + height / 2) }

  /// The area of the intersection with another rectangle.
  func shared(_ other: Rectangle) -> Float {
    let right = min(x + width, other.x + other.width)
    let bottom = min(y + height, other.y + other.height)
    return max(0, right - max(x, other.x)) * max(0, bottom - max(y, other.y))
  }

  /// Intersection over union: 0...1.
  func overlap(_ other: Rectangle) -> Float {
    let shared = shared(other)
    return shared / max(area + other.area - shared, .leastNormalMagnitude)
  }
}

extension Rectangle {
  /// The intersection over the smaller of both: 1 where one lies in the other.
  func containment(_ other: Rectangle) -> Float {
    shared(other) / max(min(area, other.area), .leastNormalMagnitude)
  }
}

extension Point {
  func distance(to other: Point) -> Float {
    let x = x - other.x
    let y = y - other.y
    return (x * x + y * y).squareRoot()
  }
}
