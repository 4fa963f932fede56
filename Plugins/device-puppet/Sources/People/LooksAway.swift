// SPDX-License-Identifier: Apache-2.0

/// Does not know of the screen: looks ahead, then somewhere else for a while, and back.
struct LooksAway: Performance {
  private let puppet: Puppet
  private var person: Person
  private var random: Randomness
  private var place = (yaw: 0.0, pitch: 0.0)
  private var isAway = false
  private var next: Double

  init(_ troupe: Troupe) {
    puppet = troupe.puppet
    person = Person(Temperament(), troupe.randomness)
    random = troupe.randomness.stream("looks away")
    next = 0
    next = random.number(0.8...2)
  }

  mutating func stage(at time: Double, seeing values: ControlValues) -> Stage {
    if time >= next {
      isAway.toggle()
      let side: Double = random.isOneIn(2) ? 1 : -1
      place = isAway ? (side * random.number(18...34), random.number(-14...10)) : (0, 0)
      next = time + (isAway ? random.number(1...3.5) : random.number(0.4...1.5))
    }
    return Stage(heads: [person.posture(at: time, lookingTo: place).head(puppet)])
  }
}
