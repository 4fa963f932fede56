// SPDX-License-Identifier: Apache-2.0

/// A willing person, and another who looks over the shoulder, steps aside when there is to be one face alone,
/// and comes back after a while.
struct TwoPeople: Performance {
  private let puppet: Puppet
  private let other: Puppet
  private var person: Person
  private var second: Person
  private var random: Randomness
  private let side: Double
  private let behind: Double
  /// How far the other one has stepped aside: 0...1.
  private var aside = 0.0
  private var comesBack = 0.0
  private var last = 0.0

  /// Millimetres that are out of any frame.
  private static let far = 700.0
  /// Seconds that the step takes.
  private static let step = 0.9

  init(_ troupe: Troupe) {
    puppet = troupe.puppet
    // The locator has one: see there.
    other = troupe.other ?? troupe.puppet
    person = Person(Temperament(), troupe.randomness)
    random = troupe.randomness.stream("second person")
    second = Person(Temperament(), random.stream("second"))
    side = (random.isOneIn(2) ? 1 : -1) * random.number(150...190)
    behind = random.number(60...140)
  }

  mutating func stage(at time: Double, seeing values: ControlValues) -> Stage {
    let step = time - last
    last = time
    let first = person.posture(at: time, seeing: values.shown)
    if second.understood.prompt == .oneFace { comesBack = time + random.number(4...8) }
    aside = min(max(aside + (time < comesBack ? step : -step) / TwoPeople.step, 0), 1)
    // Whoever looks on sees the same screen, and does nothing but step aside.
    var onlooker = Shown()
    onlooker.prompt = values.shown.prompt == .oneFace ? .oneFace : nil
    var beside = second.posture(at: time, seeing: onlooker)
    beside.x = first.x + side + (side < 0 ? -1 : 1) * aside * TwoPeople.far
    beside.y = first.y - 10
    beside.distance = max(first.distance + behind, 100)
    beside.yaw -= side / 20
    return Stage(heads: [first.head(puppet), beside.head(other)], lamps: Float(person.lamps))
  }
}
