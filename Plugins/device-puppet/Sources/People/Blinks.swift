// SPDX-License-Identifier: Apache-2.0

/// When the eyes are closed: by themselves now and then, and when that is asked for.
struct Blinks {
  private struct Blink {
    let start: Double
    let closing: Double
    let closed: Double
    let opening: Double

    func openness(_ time: Double) -> Double {
      let since = time - start
      if since < 0 { return 1 }
      if since < closing { return 1 - smooth(since / closing) }
      if since < closing + closed { return 0 }
      return smooth((since - closing - closed) / opening)
    }

    var end: Double { start + closing + closed + opening }

    private func smooth(_ share: Double) -> Double {
      let share = min(max(share, 0), 1)
      return share * share * (3 - 2 * share)
    }
  }

  private let mean: Double
  private var random: Randomness
  private var blink: Blink?
  private var next: Double
  /// When the person may follow the request again.
  private var again = 0.0

  /// Nobody blinks twice within this time without meaning to.
  private static let shortest = 0.6

  init(mean: Double, random: Randomness) {
    self.mean = mean
    self.random = random
    next = 0
    next = self.random.wait(mean)
  }

  /// - Parameters:
  ///   - isAsked: for a blink, as the person has understood.
  ///   - isHeld: the person tries to keep the eyes open.
  mutating func openness(at time: Double, isAsked: Bool, isHeld: Bool) -> Double {
    if blink.map({ $0.end <= time }) ?? false { blink = nil }
    if blink == nil {
      if isAsked, time >= again {
        // Meant, and so slower than one that is not.
        blink = Blink(
          start: time, closing: random.number(0.09...0.13), closed: random.number(0.1...0.2),
          opening: random.number(0.14...0.2))
        again = time + random.number(1.1...1.8)
      } else if time >= next, !isHeld {
        blink = Blink(
          start: time, closing: random.number(0.07...0.1), closed: random.number(0.03...0.07),
          opening: random.number(0.11...0.17))
        next = time + Blinks.shortest + random.wait(mean)
      }
    }
    if !isAsked { again = 0 }
    return blink?.openness(time) ?? 1
  }
}
