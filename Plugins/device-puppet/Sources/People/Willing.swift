// SPDX-License-Identifier: Apache-2.0

/// Does what the screen asks for: the person that a product is made for.
struct Willing: Performance {
  private let puppet: Puppet
  private var person: Person

  init(_ troupe: Troupe) {
    puppet = troupe.puppet
    person = Person(Temperament(), troupe.randomness)
  }

  mutating func stage(at time: Double, seeing values: ControlValues) -> Stage {
    let posture = person.posture(at: time, seeing: values.shown)
    return Stage(heads: [posture.head(puppet)], lamps: Float(person.lamps))
  }
}
