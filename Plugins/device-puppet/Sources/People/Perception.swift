// SPDX-License-Identifier: Apache-2.0

/// What a person has understood of the screen: what is asked for after the reaction time, and where the
/// pointer is after that of following with the eyes.
struct Perception {
  private(set) var shown = Shown()
  /// When `shown` last changed in what it asks for.
  private(set) var since = 0.0
  private(set) var pointer: Shown.Place?

  private let reaction: ClosedRange<Double>
  private var random: Randomness
  private var latest = Shown()
  private var coming: [(shown: Shown, due: Double)] = []
  private var pointers: [(place: Shown.Place?, due: Double)] = []

  /// Seconds: what moves smoothly is followed faster than what appears.
  private static let following = 0.15

  init(reaction: ClosedRange<Double>, random: Randomness) {
    self.reaction = reaction
    self.random = random
  }

  mutating func look(at values: Shown, time: Double) {
    pointers.append((values.pointer, time + Perception.following))
    var asked = values
    asked.pointer = nil
    if asked != latest {
      latest = asked
      coming.append((asked, max(time + random.number(reaction), coming.last?.due ?? 0)))
    }
    while let first = coming.first, first.due <= time {
      if first.shown != shown { since = time }
      shown = first.shown
      coming.removeFirst()
    }
    while let first = pointers.first, first.due <= time {
      pointer = first.place
      pointers.removeFirst()
    }
  }
}
