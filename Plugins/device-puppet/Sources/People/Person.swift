// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A person who watches the screen and does what it asks for, as well as people do.
///
/// A target is pointed at by a first movement that is about right, and then by what the pointer says is
/// missing. A prompt is followed until it is gone. Otherwise the head returns to where it rests.
struct Person {
  /// How the person sits, and where the head rests.
  private(set) var seat: Posture
  private let temperament: Temperament
  private let size: (turn: Double, nod: Double, aim: Double, correction: Double, sway: Double)
  private let fastest: Double
  private let sway: Sway
  private var perception: Perception
  private var blinks: Blinks
  private var aim = (yaw: 0.0, pitch: 0.0, roll: 0.0)
  private var yaw: Neck
  private var pitch: Neck
  private var roll: Neck
  private var planned: Shown.Place?
  private(set) var lamps = 1.0
  private var hurry = 1.0
  private var calm = 1.0
  private var last = 0.0

  /// Of the contract: degrees that move the pointer by 1.
  static let yawOfOne = 25.0
  static let pitchOfOne = 20.0
  /// Of the camera: widths of the frame in its focal length, for who fits a face into an oval.
  private static let focalLength = 0.94
  /// A face from temple to temple, and how far its middle lies below the eyes. Millimetres.
  private static let faceWidth = 142.0
  private static let faceBelowEyes = 35.0
  /// Millimetres a second that somebody who is asked to moves by.
  private static let approach = 130.0
  private static let sideways = 90.0
  /// Nobody holds a face nearer, or sits further away.
  private static let reach = 280.0...950.0

  init(_ temperament: Temperament, _ randomness: Randomness) {
    self.temperament = temperament
    var random = randomness.stream("person")
    size = (
      random.number(temperament.turn), random.number(temperament.nod), random.number(temperament.aim),
      random.number(temperament.correction), random.number(temperament.sway)
    )
    fastest = random.number(temperament.speed)
    seat = Posture(
      x: random.within(28), y: random.number(-45 ... -10), distance: random.number(temperament.distance),
      yaw: random.within(3.5), pitch: random.number(-3...5), roll: random.within(2.5))
    sway = Sway(Sway.body, frequencies: Sway.slow, &random)
    perception = Perception(reaction: temperament.reaction, random: randomness.stream("perception"))
    blinks = Blinks(mean: random.number(temperament.blinks), random: randomness.stream("blinks"))
    yaw = Neck(angle: seat.yaw)
    pitch = Neck(angle: seat.pitch)
    roll = Neck(angle: seat.roll)
    aim = (seat.yaw, seat.pitch, seat.roll)
  }

  /// What the person has understood of the screen.
  var understood: Shown { perception.shown }

  /// Looks to a place of its own, whatever is shown.
  mutating func posture(at time: Double, lookingTo place: (yaw: Double, pitch: Double)) -> Posture {
    let step = time - last
    last = time
    aim = (seat.yaw + place.yaw, seat.pitch + place.pitch, seat.roll)
    return move(for: step, at: time)
  }

  mutating func posture(at time: Double, seeing shown: Shown) -> Posture {
    let step = time - last
    last = time
    perception.look(at: shown, time: time)
    decide(step)
    return move(for: step, at: time)
  }

  // MARK: What is wanted

  private mutating func decide(_ step: Double) {
    let understood = perception.shown
    hurry = understood.prompt == .tooFast ? 0.5 : min(hurry + step / 2, 1)
    let isStill = understood.asks.contains(.keepStill) || understood.prompt == .doNotMove
    calm += ((isStill ? 0.3 : 1) - calm) * min(step * 4, 1)
    if let target = understood.target {
      point(to: target, step)
    } else {
      planned = nil
      follow(understood.prompt, understood.asks)
    }
    shift(understood.prompt, step)
    if let oval = understood.oval { fit(oval, step) }
    if understood.prompt == .brighter { lamps = min(lamps + 0.4 * step, 1.8) }
    if understood.prompt == .darker { lamps = max(lamps - 0.4 * step, 0.4) }
  }

  private mutating func point(to target: Shown.Place, _ step: Double) {
    if target != planned {
      planned = target
      aim.yaw = seat.yaw + Person.yawOfOne * target.x * size.aim
      aim.pitch = seat.pitch - Person.pitchOfOne * target.y * size.aim
    } else if let pointer = perception.pointer, abs(aim.yaw - yaw.angle) < 4, abs(aim.pitch - pitch.angle) < 4
    {
      // The movement has come to its end: what is missing is seen, and corrected.
      aim.yaw += size.correction * step * Person.yawOfOne * (target.x - pointer.x)
      aim.pitch -= size.correction * step * Person.pitchOfOne * (target.y - pointer.y)
    }
    aim.yaw = min(max(aim.yaw, -temperament.largestTurn), temperament.largestTurn)
    aim.pitch = min(max(aim.pitch, -temperament.largestNod), temperament.largestNod)
    aim.roll = seat.roll
  }

  /// A turn that is asked for goes on while the words say something else, such as that it is not seen.
  private mutating func follow(_ prompt: Prompt?, _ asks: Shown.Actions) {
    aim = (seat.yaw, seat.pitch, seat.roll)
    if prompt == .turnLeft || asks.contains(.turnLeft) {
      aim.yaw += size.turn
    } else if prompt == .turnRight || asks.contains(.turnRight) {
      aim.yaw -= size.turn
    }
    if prompt == .rotateUp { aim.pitch += size.nod }
    if prompt == .rotateDown { aim.pitch -= size.nod }
    if prompt == .tiltLeft { aim.roll += size.nod / 2 }
    if prompt == .tiltRight { aim.roll -= size.nod / 2 }
  }

  // MARK: Where the person sits

  private mutating func shift(_ prompt: Prompt?, _ step: Double) {
    switch prompt {
    case .moveForwards: come(to: seat.distance - 200, step)
    case .moveBackwards: come(to: seat.distance + 200, step)
    case .center, .comeBack: slide(x: 0, y: -Person.faceBelowEyes, step)
    default: break
    }
  }

  private mutating func come(to distance: Double, _ step: Double) {
    let way = min(max(distance, Person.reach.lowerBound), Person.reach.upperBound) - seat.distance
    seat.distance += min(max(way, -Person.approach * step), Person.approach * step)
  }

  private mutating func slide(x: Double, y: Double, _ step: Double) {
    let most = Person.sideways * step
    seat.x += min(max(x - seat.x, -most), most)
    seat.y += min(max(y - seat.y, -most), most)
  }

  private mutating func fit(_ oval: Shown.Oval, _ step: Double) {
    guard oval.width > 0.05 else { return }
    // A width of 2 is the frame's.
    let distance = Person.focalLength * Person.faceWidth / (oval.width / 2)
    come(to: distance, step)
    // The frame is taken to be three quarters as high as it is wide.
    let halfWidth = seat.distance / Person.focalLength / 2
    slide(
      x: oval.centre.x * halfWidth, y: oval.centre.y * halfWidth * 0.75 - Person.faceBelowEyes, step)
  }

  // MARK: What the body does

  private mutating func move(for step: Double, at time: Double) -> Posture {
    let fastest = fastest * hurry
    yaw.move(to: aim.yaw, for: step, fastest: fastest)
    pitch.move(to: aim.pitch, for: step, fastest: fastest)
    roll.move(to: aim.roll, for: step, fastest: fastest / 2)
    let understood = perception.shown
    var posture = seat
    posture.yaw = yaw.angle
    posture.pitch = pitch.angle
    posture.roll = roll.angle
    posture.eyes = blinks.openness(
      at: time, isAsked: understood.asks.contains(.blink),
      isHeld: understood.asks.contains(.keepStill) || understood.prompt == .openEyes)
    sway.move(&posture, at: time, by: size.sway * calm)
    return posture
  }
}
