// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintPluginKit

/// A video of a willing person who was asked for something else: recorded at another challenge, whose targets
/// nobody could know would not come again.
struct Video: Performance {
  private let film: Film
  private let puppet: Puppet
  private var person: Person
  private var random: Randomness
  private var asked = Shown()
  private var start: Posture?
  private var pointer = Shown.Place()
  private var next: Double

  init(_ troupe: Troupe) throws(PluginFailure) {
    film = try Film(troupe)
    puppet = troupe.puppet
    let other = troupe.randomness.stream("another challenge")
    person = Person(Temperament(), other)
    random = other.stream("targets")
    next = 0
    next = random.number(0.8...2)
  }

  mutating func stage(at time: Double, seeing values: ControlValues) throws(PluginFailure) -> Stage {
    if time >= next { askForAnother(time) }
    asked.pointer = asked.target == nil ? nil : pointer
    let posture = person.posture(at: time, seeing: asked)
    let beginning = start ?? posture
    start = beginning
    pointer = Shown.Place(
      x: (posture.yaw - beginning.yaw) / Person.yawOfOne,
      y: -(posture.pitch - beginning.pitch) / Person.pitchOfOne)
    return try film.stage(Stage(heads: [posture.head(puppet)]), at: time)
  }

  private mutating func askForAnother(_ time: Double) {
    let direction = random.number(0...2 * .pi)
    let far = random.number(0.55...0.9)
    asked.target = Shown.Place(x: far * cos(direction), y: far * sin(direction))
    next = time + random.number(1.3...2.4)
  }
}

/// A video of a head that turns to the left and to the right and does nothing else.
struct TurningVideo: Performance {
  private let film: Film
  private let puppet: Puppet
  private var person: Person
  private let turn: Double
  private let period: Double

  init(_ troupe: Troupe) throws(PluginFailure) {
    film = try Film(troupe)
    puppet = troupe.puppet
    var random = troupe.randomness.stream("turning video")
    person = Person(Temperament(), random.stream("person"))
    turn = random.number(18...30)
    period = random.number(2.4...4)
  }

  mutating func stage(at time: Double, seeing values: ControlValues) throws(PluginFailure) -> Stage {
    let place = (yaw: turn * sin(2 * .pi * time / period), pitch: 0.0)
    let posture = person.posture(at: time, lookingTo: place)
    return try film.stage(Stage(heads: [posture.head(puppet)]), at: time)
  }
}
