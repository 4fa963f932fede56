// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// CR2D: the head points at targets, one after the other, and stays there for a moment each time.
///
/// Only who sees the targets can follow them. Dwelling somewhere else is a miss, so that a recorded head that
/// wanders does not come upon them by patience.
///
/// Its numbers were chosen by hand on 2026-11-24, not measured on people: what is said of people beside them
/// is what was assumed. What puppets reach with them is docs/reference/liveness.md ("active").
struct TargetChallenge: Challenge {
  /// How the targets are told: each as a challenge of its own, or all as one path.
  enum Arrangement: Hashable { case each, path }

  let targets: [ScreenPlace]
  let arrangement: Arrangement
  /// Nanoseconds from one target to the next.
  let interval: UInt64
  private var pointer: HeadPointer
  private var current = 0
  private var shownAt: UInt64?
  private var completeness: Float = 0
  private var last: UInt64?
  /// Where the pointer has been dwelling, and since when.
  private var dwelling: (place: ScreenPlace, since: UInt64)?
  private var misses = 0
  private var furthest: Float = 0

  /// The longest time for one target: slow people take three seconds.
  static let patience: UInt64 = 8_000_000_000
  /// How long the pointer stays in a target: longer than it takes to cross one.
  static let stay: UInt64 = 600_000_000
  /// How much of that one frame can show: what lies between two that are further apart nobody saw.
  private static let longestFrame: UInt64 = 100_000_000
  /// In the unit of x: 5.5° of yaw; people hold their heads within 2°.
  static let radius: Float = 0.22
  /// Dwelling is staying within this distance for so long: in the unit of x, nanoseconds.
  private static let dwellRadius: Float = 0.1
  private static let dwellTime: UInt64 = 800_000_000
  /// Nearer to the middle than this people look before they begin: in the unit of x.
  private static let start: Float = 0.3
  /// Nanoseconds before a movement is missed.
  private static let slowness: UInt64 = 3_000_000_000

  init(targets: [ScreenPlace], arrangement: Arrangement, interval: UInt64, neutral: Neutral) {
    self.targets = targets
    self.arrangement = arrangement
    self.interval = interval
    pointer = HeadPointer(neutral: neutral)
  }

  mutating func begin(now: UInt64) -> [CaptureEvent] {
    [.step(.challenge)] + show(now)
  }

  mutating func frame(_ face: Face, image: PictureSize, now: UInt64) -> ChallengeProgress {
    pointer.move(to: face, now: now)
    var progress = ChallengeProgress()
    progress.feedback = .followTarget
    progress.events.append(.pointer(pointer.place, isVisible: true))
    guard let shownAt else { return progress }
    // The interval between two targets: nothing is asked.
    guard now >= shownAt else { return progress }
    let distance = pointer.place.distance(to: targets[current], in: image)
    fill(isInside: distance <= Self.radius, now: now)
    progress.isView = distance <= Self.radius
    judgeDwelling(image, distance: distance, now: now)
    furthest = max(furthest, pointer.place.distance(to: ScreenPlace(x: 0, y: 0), in: image))
    if now - shownAt > Self.slowness, furthest < Self.start / 2 { progress.feedback = .noHeadMovement }
    if completeness >= 1 {
      progress.events.append(.target(info(of: current)))
      current += 1
      if current == targets.count {
        progress.state = .done
      } else {
        progress.events += show(now + interval)
      }
    } else if misses > 0 || now - shownAt >= Self.patience {
      progress.state = .missed
    } else {
      progress.events.append(.target(info(of: current)))
    }
    progress.share = min((Float(current) + completeness) / Float(targets.count), 1)
    return progress
  }

  private mutating func show(_ time: UInt64) -> [CaptureEvent] {
    shownAt = time
    (completeness, last, dwelling, furthest) = (0, nil, nil, 0)
    switch arrangement {
    case .each:
      return [.challenge(index: current, count: targets.count), .target(info(of: current))]
    case .path:
      let begins: [CaptureEvent] = current == 0 ? [.challenge(index: 0, count: 1)] : []
      return begins + targets.indices.map { .target(info(of: $0)) }
    }
  }

  private mutating func fill(isInside: Bool, now: UInt64) {
    defer { last = now }
    guard let last else { return }
    let step = Float(min(now - last, Self.longestFrame)) / Float(Self.stay)
    completeness = max(0, min(1, completeness + (isInside ? step : -step)))
  }

  private mutating func judgeDwelling(_ image: PictureSize, distance: Float, now: UInt64) {
    guard let held = dwelling, pointer.place.distance(to: held.place, in: image) <= Self.dwellRadius else {
      dwelling = (pointer.place, now)
      return
    }
    let centre = ScreenPlace(x: 0, y: 0)
    let before = current > 0 ? targets[current - 1] : centre
    let isAway =
      distance > 2 * Self.radius && held.place.distance(to: centre, in: image) > Self.start
      && held.place.distance(to: before, in: image) > 2 * Self.radius
    if isAway, now - held.since >= Self.dwellTime { misses += 1 }
  }

  private func info(of index: Int) -> CaptureEvent.Target {
    let isAlone = arrangement == .each
    return CaptureEvent.Target(
      index: isAlone ? 0 : index, count: isAlone ? 1 : targets.count, isVisible: true,
      isCurrent: index == current, centre: targets[index], radius: Self.radius,
      completeness: index < current ? 1 : index == current ? completeness : 0)
  }
}

extension TargetChallenge {
  /// How many targets a random challenge has.
  static func count(_ security: FaceCaptureOptions.Security) -> Int {
    switch security {
    case .low: 2
    case .medium: 3
    case .high: 4
    }
  }

  /// Random places: the sides alternate, so that the views of the first two lie far apart; everything else is
  /// random, and no two in a row lie near each other.
  static func randomPlaces(_ count: Int, _ random: inout SeededRandom) -> [ScreenPlace] {
    var isRight = random.bool()
    return (0..<count).map { index in
      if index > 1 { isRight = random.bool() } else if index == 1 { isRight.toggle() }
      let x = random.float(in: 0.55...0.8)
      return ScreenPlace(x: isRight ? x : -x, y: random.float(in: -0.75...0.75))
    }
  }
}
