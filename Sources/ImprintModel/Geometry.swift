// SPDX-License-Identifier: Apache-2.0

/// A place in an image: pixels from the top left corner, x right, y down.
public struct Point: Sendable, Hashable, Codable {
  public var x: Float
  public var y: Float

  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }
}

/// A place in space: x and y as in ``Point``; z in pixels too, smaller is nearer to the camera.
public struct Point3: Sendable, Hashable, Codable {
  public var x: Float
  public var y: Float
  public var z: Float

  public init(x: Float, y: Float, z: Float) {
    self.x = x
    self.y = y
    self.z = z
  }
}

/// An upright rectangle in pixels. Width or height 0 means there is none (F50).
public struct Rectangle: Sendable, Hashable, Codable {
  public var x: Float
  public var y: Float
  public var width: Float
  public var height: Float

  public init(x: Float, y: Float, width: Float, height: Float) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// No rectangle at all.
  public static let zero = Rectangle(x: 0, y: 0, width: 0, height: 0)

  /// Whether there is none.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The middle.
  public var center: Point { Point(x: x + width / 2, y: y + height / 2) }

  /// Intersection over union with another rectangle: 0...1.
  public func overlap(with other: Rectangle) -> Float {
    let left = max(x, other.x)
    let right = min(x + width, other.x + other.width)
    let top = max(y, other.y)
    let bottom = min(y + height, other.y + other.height)
    guard right > left, bottom > top else { return 0 }
    let shared = (right - left) * (bottom - top)
    return shared / (width * height + other.width * other.height - shared)
  }
}
