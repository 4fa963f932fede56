// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// Keeping still with open eyes, then a blink. Its numbers were chosen by hand on 2026-11-24, not measured.
struct BlinkChallenge: Challenge {
  private enum Phase: Hashable { case still, blink }

  private let neutral: Neutral
  let threshold: Float
  /// Nanoseconds; 0 is no limit of its own.
  private let timeout: UInt64
  private var phase = Phase.still
  private var since: UInt64 = 0
  private var origin: Face?
  /// When the person last moved while keeping still.
  private var movement: UInt64?
  private var watch: BlinkWatch?
  /// Lids while the person kept still.
  private var openings: [Float] = []
  /// 0...100
  private(set) var score: Float = 0

  /// Nanoseconds of keeping still, at threshold 0 and what 100 adds.
  static let leastStill: UInt64 = 1_000_000_000
  static let addedStill: UInt64 = 2_000_000_000
  /// Degrees, and heights of the face, within which one keeps still.
  private static let stillAngle: Float = 5
  private static let stillWay: Float = 0.08
  /// Nanoseconds for which a movement is spoken of: one frame's words nobody reads.
  private static let spoken: UInt64 = 500_000_000

  init(neutral: Neutral, threshold: Float, timeout: UInt64) {
    self.neutral = neutral
    self.threshold = threshold
    self.timeout = timeout
  }

  private var stillTime: UInt64 { Self.leastStill + UInt64(Float(Self.addedStill) * threshold / 100) }

  mutating func begin(now: UInt64) -> [CaptureEvent] {
    since = now
    return [.step(.challenge), .challenge(index: 0, count: 1), .action(.keepStill, score: 0)]
  }

  mutating func frame(_ face: Face, image: PictureSize, now: UInt64) -> ChallengeProgress {
    switch phase {
    case .still: keepStill(face, now)
    case .blink: blink(face, now)
    }
  }

  private mutating func keepStill(_ face: Face, _ now: UInt64) -> ChallengeProgress {
    var progress = ChallengeProgress()
    let first = origin ?? face
    origin = first
    if moved(face, from: first) {
      (origin, since, openings, movement) = (face, now, [], now)
    }
    if let movement, now - movement < Self.spoken { progress.feedback = .doNotMove }
    if let openness = face.openness { openings.append(openness) }
    progress.share = min(Float(now - since) / Float(stillTime), 1) / 2
    guard now - since >= stillTime else { return progress }
    guard let open = openings.median, open > 0 else {
      // The eyes are not measured: nobody can tell.
      progress.state = .missed
      return progress
    }
    watch = BlinkWatch(open: open)
    (phase, since) = (.blink, now)
    progress.events.append(.action(.blink, score: score))
    return progress
  }

  private mutating func blink(_ face: Face, _ now: UInt64) -> ChallengeProgress {
    var progress = ChallengeProgress()
    progress.share = 0.5
    if let origin, moved(face, from: origin) { progress.feedback = .doNotMove }
    if let openness = face.openness, let seen = watch?.frame(openness, now: now), seen > score {
      score = seen
      progress.events.append(.action(.blink, score: score))
    }
    if score > threshold {
      progress.state = .done
      progress.share = 1
    } else if timeout > 0, now - since >= timeout {
      progress.state = .missed
    }
    return progress
  }

  private func moved(_ face: Face, from first: Face) -> Bool {
    let angle = max(abs(face.yaw - first.yaw), abs(face.pitch - first.pitch), abs(face.roll - first.roll))
    let right = face.box.x + face.box.width / 2 - first.box.x - first.box.width / 2
    let down = face.box.y + face.box.height / 2 - first.box.y - first.box.height / 2
    let way = (right * right + down * down).squareRoot()
    return angle > Self.stillAngle || way > Self.stillWay * max(first.box.height, 1)
  }
}
