// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Passive: the head turns to both sides, in an order that the seed decides, and back to the front.
///
/// Its numbers were chosen by hand on 2026-11-24: the turn by what `ShapeWatch` needs, the others by what was
/// assumed of people. What puppets reach with them is docs/reference/liveness.md ("passive").
struct TurnChallenge: Challenge {
  private enum Phase: Hashable { case side(isLeft: Bool), front }

  private let neutral: Neutral
  private var phases: [Phase]
  private var current = 0
  private var since: UInt64 = 0
  /// Frames in a row in which the head was where it was asked to be.
  private var held = 0
  private var furthest: Float = 0

  /// Degrees to each side. The measure needs 20° between both.
  static let turn: Float = 12
  /// Degrees from the front that count as being back.
  static let front: Float = 6
  /// Frames that a view takes.
  static let frames = 5
  /// The longest time for one turn.
  static let patience: UInt64 = 10_000_000_000
  /// Nanoseconds, and degrees, before a movement is missed.
  private static let slowness: UInt64 = 3_000_000_000
  private static let noticeable: Float = 4

  init(neutral: Neutral, leftFirst: Bool) {
    self.neutral = neutral
    phases = [.side(isLeft: leftFirst), .side(isLeft: !leftFirst), .front]
  }

  mutating func begin(now: UInt64) -> [CaptureEvent] {
    since = now
    return [.step(.challenge), .challenge(index: 0, count: 1), .action(actions, score: 0)]
  }

  mutating func frame(_ face: Face, image: PictureSize, now: UInt64) -> ChallengeProgress {
    var progress = ChallengeProgress()
    let yaw = face.yaw - neutral.yaw
    furthest = max(furthest, abs(yaw))
    let isThere =
      switch phases[current] {
      case .side(let isLeft): (isLeft ? yaw : -yaw) >= Self.turn
      case .front: abs(yaw) <= Self.front
      }
    held = isThere ? held + 1 : 0
    progress.isView = isThere
    progress.feedback = feedback(now)
    if held >= Self.frames {
      (held, since, furthest) = (0, now, 0)
      current += 1
      if current == phases.count {
        progress.state = .done
      } else {
        progress.feedback = feedback(now)
        progress.events.append(.action(actions, score: 0))
      }
    } else if now - since >= Self.patience {
      progress.state = .missed
    }
    progress.share = Float(min(current, phases.count)) / Float(phases.count)
    return progress
  }

  private var actions: CaptureEvent.Actions {
    switch phases[current] {
    case .side(let isLeft): isLeft ? .turnLeft : .turnRight
    case .front: []
    }
  }

  private func feedback(_ now: UInt64) -> CaptureEvent.Feedback {
    switch phases[current] {
    case .front: .center
    case .side(let isLeft):
      now - since > Self.slowness && furthest < Self.noticeable
        ? .noHeadMovement : isLeft ? .turnLeft : .turnRight
    }
  }
}
