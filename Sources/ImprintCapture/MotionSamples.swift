// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// Samples of the device's accelerometer that wait for the next step of the capture, oldest first.
struct MotionSamples {
  /// Why a sample is not taken.
  enum Refusal: Hashable {
    /// The capture's options do not have ``CaptureHelps/motion``.
    case notAskedFor
    /// It is not finite, or no accelerometer measures so much.
    case outOfRange

    var reason: String {
      switch self {
      case .notAskedFor: "the options of the capture do not have CaptureHelps.motion."
      case .outOfRange: "one is not finite, or beyond 1000 m/s²: it is in m/s², gravity included."
      }
    }
  }

  /// Of more between two steps the oldest are dropped: at 30 frames a second it is 1900 samples a second.
  static let most = 64
  /// m/s², of each axis: a hundred times gravity, six times as much as the sensors of handhelds measure. Sums
  /// of squares of what is within stay finite.
  static let range: ClosedRange<Float> = -1000...1000

  private var waiting: [Point3] = []
  /// What was complained of already.
  private var told: Set<Refusal> = []

  /// - Returns: whether it waits now.
  mutating func add(_ sample: Point3) -> Bool {
    // NaN is in no range.
    guard [sample.x, sample.y, sample.z].allSatisfy(Self.range.contains) else { return false }
    if waiting.count == Self.most { waiting.removeFirst() }
    waiting.append(sample)
    return true
  }

  /// Those that wait, which do so no longer.
  mutating func take() -> [Point3] {
    defer { waiting = [] }
    return waiting
  }

  /// Each refusal is told once.
  /// - Returns: whether this is the first of its kind.
  mutating func isFirst(_ refusal: Refusal) -> Bool { told.insert(refusal).inserted }
}
