// SPDX-License-Identifier: Apache-2.0

/// The options of a face capture.
public struct FaceCaptureOptions: Sendable, Hashable {
  /// The number of images to return: 1...8, default 4.
  public var images: Int
  /// The unified quality required of a face for enrolment.
  public static let standardQuality: Float = 48

  /// The minimum unified quality of a kept image: 0...100, default ``standardQuality``.
  public var qualityThreshold: Float
  /// The time from the first step to the end: 1 s...600 s, default 120 s.
  public var timeout: Duration
  /// The duration of consecutive good frames before the first image: 0...10 s, default 0.5 s.
  public var steady: Duration

  public init(
    images: Int = 4, qualityThreshold: Float = standardQuality, timeout: Duration = .seconds(120),
    steady: Duration = .milliseconds(500)
  ) {
    self.images = images
    self.qualityThreshold = qualityThreshold
    self.timeout = timeout
    self.steady = steady
  }

  /// The first value that is outside its range, as a sentence.
  var complaint: String? {
    if !(1...8).contains(images) { return "images is \(images), but must be in 1...8." }
    if !(0...100).contains(qualityThreshold) {
      return "qualityThreshold is \(qualityThreshold), but must be in 0...100."
    }
    if !(.seconds(1)...(.seconds(600))).contains(timeout) {
      return "timeout is \(timeout), but must be in 1 s...600 s."
    }
    if !(.zero...(.seconds(10))).contains(steady) { return "steady is \(steady), but must be in 0...10 s." }
    return nil
  }
}

extension Duration {
  /// Whole nanoseconds, clamped to 0...584 years.
  var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (scaled, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = scaled.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    return overflow || carry ? .max : sum
  }
}
