// SPDX-License-Identifier: Apache-2.0
import CPuppet
import Glibc

/// A photograph on paper, held as still as a hand can.
struct StillPrint: Performance {
  private let sheet: HeldSheet

  init(_ troupe: Troupe) { sheet = HeldSheet(troupe.puppet.photo, troupe.randomness, steadiness: 0.3) }

  func stage(at time: Double, seeing values: ControlValues) -> Stage {
    Stage(sheets: [sheet.sheet(at: time, moved: HeldSheet.still)])
  }
}

/// A photograph that is waved about, as if that were life.
struct WavedPrint: Performance {
  private let sheet: HeldSheet
  private let waves: [(size: Double, frequency: Double, phase: Double)]

  init(_ troupe: Troupe) {
    sheet = HeldSheet(troupe.puppet.photo, troupe.randomness)
    var random = troupe.randomness.stream("waving")
    // x, y, distance; yaw, pitch, roll.
    waves = [12.0...35, 5...15, 8...35, 3...9, 3...8, 4...12].map { range in
      (random.number(range), random.number(0.3...0.9), random.number(0...1))
    }
  }

  func stage(at time: Double, seeing values: ControlValues) -> Stage {
    let now = waves.map { $0.size * sin(2 * .pi * ($0.frequency * time + $0.phase)) }
    let moved = Posture(
      x: now[0], y: now[1], distance: now[2], yaw: now[3], pitch: now[4], roll: now[5])
    return Stage(sheets: [sheet.sheet(at: time, moved: moved)])
  }
}

/// Turns what is held as a head would be turned, and further, since the camera hardly takes the turn of
/// something flat for one.
struct TurningHands {
  private var hands: Person
  private let gain: Double
  private let slide: Double

  /// Degrees that paper is turned by at most: beyond, nobody would see a face.
  private static let most = 45.0

  init(_ randomness: Randomness) {
    var temperament = Temperament(speed: 50...75, sway: 0.2...0.4)
    temperament.largestTurn = 60
    temperament.largestNod = 50
    hands = Person(temperament, randomness)
    var random = randomness.stream("turning")
    gain = random.number(1.3...2.2)
    slide = random.number(0...1.2)
  }

  mutating func movement(at time: Double, seeing shown: Shown) -> Posture {
    let seat = hands.seat
    let posture = hands.posture(at: time, seeing: shown)
    let yaw = min(max(gain * (posture.yaw - seat.yaw), -TurningHands.most), TurningHands.most)
    let pitch = min(max(gain * (posture.pitch - seat.pitch), -TurningHands.most), TurningHands.most)
    // Whoever turns a sheet also moves it to that side.
    return Posture(
      x: slide * yaw, y: -slide * pitch, distance: 0, yaw: yaw, pitch: pitch, roll: posture.roll - seat.roll)
  }
}

/// A photograph that is turned when a turn is asked for.
struct TurnedPrint: Performance {
  private let sheet: HeldSheet
  private var hands: TurningHands

  init(_ troupe: Troupe) {
    sheet = HeldSheet(troupe.puppet.photo, troupe.randomness)
    hands = TurningHands(troupe.randomness)
  }

  mutating func stage(at time: Double, seeing values: ControlValues) -> Stage {
    Stage(sheets: [sheet.sheet(at: time, moved: hands.movement(at: time, seeing: values.shown))])
  }
}

/// The same, bent around an upright axis, so that it has some depth. The hands do not keep the bend.
struct BentPrint: Performance {
  private let sheet: HeldSheet
  private var hands: TurningHands
  private let radius: Double
  private let change: (share: Double, frequency: Double, phase: Double)

  init(_ troupe: Troupe) {
    sheet = HeldSheet(troupe.puppet.photo, troupe.randomness)
    hands = TurningHands(troupe.randomness)
    var random = troupe.randomness.stream("bending")
    // A bottle, a bucket; millimetres at the face's own size.
    radius = random.number(75...260)
    change = (random.number(0.05...0.3), random.number(0.1...0.5), random.number(0...1))
  }

  mutating func stage(at time: Double, seeing values: ControlValues) -> Stage {
    var held = sheet.sheet(at: time, moved: hands.movement(at: time, seeing: values.shown))
    let bend = 1 + change.share * sin(2 * .pi * (change.frequency * time + change.phase))
    held.radius = Float(radius * sheet.scale * bend)
    return Stage(sheets: [held])
  }
}
