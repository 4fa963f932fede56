// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// Passive video: the face is held in an oval for as long as a server needs to decide.
struct OvalChallenge: Challenge {
  private var filled: Float = 0
  private var last: UInt64?

  static let centre = ScreenPlace(x: 0, y: 0)
  /// In the unit of x: of a picture of 4 by 3, 45 % of its width and 80 % of its height.
  static let width: Float = 0.9
  static let height: Float = 1.2
  /// Nanoseconds in the oval.
  static let time: UInt64 = 3_000_000_000
  /// The box's centre lies within this distance of the oval's, in the unit of x, and its height within these
  /// shares of the oval's: the box excludes hair and chin.
  private static let furthest: Float = 0.15
  private static let least: Float = 0.45
  private static let most: Float = 0.95

  mutating func begin(now: UInt64) -> [CaptureEvent] {
    [
      .step(.challenge), .challenge(index: 0, count: 1), .preparation(.started), .preparation(.finished),
      .oval(centre: Self.centre, width: Self.width, height: Self.height),
    ]
  }

  mutating func frame(_ face: Face, image: PictureSize, now: UInt64) -> ChallengeProgress {
    var progress = ChallengeProgress()
    let x = (face.box.x + face.box.width / 2) / image.width * 2 - 1
    let y = (face.box.y + face.box.height / 2) / image.height * 2 - 1
    let share = face.box.height / (Self.height * image.width / 2)
    let isCentred = ScreenPlace(x: x, y: y).distance(to: Self.centre, in: image) <= Self.furthest
    progress.feedback =
      share < Self.least ? .moveForwards : share > Self.most ? .moveBackwards : isCentred ? .good : .center
    progress.isView = progress.feedback == .good
    if let last, progress.isView { filled += Float(now - last) / Float(Self.time) }
    last = now
    progress.share = min(filled, 1)
    if filled >= 1 { progress.state = .done }
    return progress
  }
}
