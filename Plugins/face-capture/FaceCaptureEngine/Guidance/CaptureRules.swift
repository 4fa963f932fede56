// SPDX-License-Identifier: Apache-2.0

/// The thresholds of a capture. Where no source is named, it is a choice for selfies at arm's length that is
/// not validated on real sessions yet.
enum CaptureRules {
  // MARK: Time, in nanoseconds

  /// A track that was away for longer counts as interrupted: somebody else can have sat down.
  static let longestGap: UInt64 = 500_000_000
  /// Kept images lie at least so far apart; nearer ones show the same moment, and the better stays.
  static let spread: UInt64 = 200_000_000

  // MARK: Position and size, as fractions of the image

  /// The larger of the box's shares of width and height below which the face is too far away. A box of a
  /// fifth of 640 pixels is 128 pixels wide, about 60 between the eyes: ISO/IEC 19794-5's lower bound for
  /// a basic image.
  static let smallestFace: Float = 0.2
  /// From here on the head does not fit: the box excludes hair, ears and chin.
  static let largestFace: Float = 0.85
  /// Distance of the box's centre from the image's, in its width or height.
  static let furthestFromCenter: Float = 0.2
  /// A second face is in the picture if its box is so high compared with the followed one; smaller ones are
  /// passers-by.
  static let rivalHeight: Float = 0.5

  // MARK: Pose, in degrees

  /// ISO/IEC 19794-5 asks for 5 degrees in passports; today's matchers lose little accuracy up to 15.
  static let largestAngle: Float = 15

  // MARK: Movement

  /// Box heights in a second: at one, a 1/30 s exposure has a motion blur of 3 % of the face.
  static let fastestMove: Float = 1
  /// Degrees in a second.
  static let fastestTurn: Float = 90

  // MARK: Quality, 0...100

  /// A component below this gets its feedback. 30 is where the SDK's word for quality changes from low.
  static let poorComponent: Float = 30
  /// Lid distance over eye width: closed eyes lie below (imprint/draft/face.h).
  static let closedEyes: Float = 0.15

  // MARK: Hysteresis

  /// While a feedback is shown, its limit is multiplied by this: it ends once the person is well past it.
  static let stickiness: Float = 0.85

  // MARK: Progress

  /// The share of the steady time; the images have the rest.
  static let steadyShare: Float = 0.5
}
