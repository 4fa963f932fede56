// SPDX-License-Identifier: Apache-2.0

/// What a conversion could not keep. An empty list says that all was kept, but for rounding that is smaller
/// than a step of either format.
public enum FingerLoss: Sendable, Hashable {
  /// Positions are now in steps of as many pixels, or one pixel where they lay between pixels.
  case positionResolution(pixels: Double)
  /// Angles are now in steps of as many degrees.
  case angleResolution(degrees: Double)
  /// Qualities of minutiae, in as many of them.
  case minutiaQualities(count: Int)
  /// Minutiae beyond the most that are taken: those of least quality.
  case minutiaeBeyondLimit(count: Int)
  /// Minutiae outside of what a coordinate reaches.
  case minutiaeOutOfReach(count: Int)
  /// Positions count from another point than the picture's corner, as many pixels to the right and down.
  case origin(x: Double, y: Double)
  /// Extended data of a view, by its place among the views.
  case extendedData(view: Int, bytes: Int)
  /// Which finger it is, and how the picture was taken.
  case fingerAndImpression
  /// The code of an impression that the format cannot hold, which became 15: "unknown" is not among its
  /// codes.
  case impression(view: Int, code: UInt8)
  /// The number of a view that the format cannot hold, which became its place among the views of that finger.
  case viewNumber(view: Int, number: UInt8)
  /// The quality of the picture.
  case pictureQuality
  /// Qualities of a view beyond the first, or the vendor and algorithm of the first.
  case qualityAlgorithms(view: Int, count: Int)
  /// The picture's size and resolution.
  case picture
  /// All views but one.
  case otherViews(count: Int)
  /// The product that wrote it.
  case product
  /// The sensor's identifier.
  case captureDevice
  /// When a view was captured.
  case captureTime(view: Int)
  /// The sensor's technology, in a view.
  case sensorTechnology(view: Int)
  /// The sensor's vendor and type, in a view.
  case sensorType(view: Int)
  /// Certificates of the sensor, in a view.
  case certificates(view: Int, count: Int)
}

/// What a conversion made, and what it lost.
public struct FingerConversion<Value: Sendable & Hashable>: Sendable, Hashable {
  public let value: Value
  /// In the order of the fields that lost something.
  public let losses: [FingerLoss]
}
