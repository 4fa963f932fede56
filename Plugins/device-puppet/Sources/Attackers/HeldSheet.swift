// SPDX-License-Identifier: Apache-2.0
import CPuppet
import Glibc

/// Something flat that is held up to the camera in the hand, so that the face on it is where one would be.
struct HeldSheet {
  private let photo: Puppet.Photograph
  private let sway: Sway
  private let steadiness: Double
  /// Where the hand rests.
  var rest: Posture
  /// Of the picture, against the face's own size: photographs are printed on the paper that there is.
  let scale: Double
  private let margin: Double

  /// - Parameters:
  ///   - sizes: how large the face on it is, 1 as a face is.
  ///   - steadiness: how much the hand moves, 1 as a hand does.
  init(
    _ photo: Puppet.Photograph, _ randomness: Randomness, sizes: ClosedRange<Double> = 0.7...1.05,
    steadiness: Double = 1
  ) {
    var random = randomness.stream("sheet")
    self.photo = photo
    self.steadiness = steadiness * random.number(0.7...1.4)
    scale = random.number(sizes)
    margin = random.number(2...14)
    sway = Sway(Sway.hand, frequencies: Sway.tremor, &random)
    // As near as makes the face as large as one at the usual distance.
    rest = Posture(
      x: random.within(18), y: random.number(-40 ... -15), distance: scale * random.number(400...540),
      yaw: random.within(4), pitch: random.within(4), roll: random.within(3))
  }

  /// The sheet at a time; `moved` is what the hand does on purpose.
  func sheet(at time: Double, moved: Posture) -> puppet_sheet {
    var hand = rest
    hand.x += moved.x
    hand.y += moved.y
    hand.distance += moved.distance
    hand.yaw += moved.yaw
    hand.pitch += moved.pitch
    hand.roll += moved.roll
    sway.move(&hand, at: time, by: steadiness)
    let eyes = eyes(hand)
    return puppet_sheet(
      texture: photo.texture, kind: UInt32(PUPPET_SHEET_PAPER),
      x: Float(hand.x - eyes.x), y: Float(hand.y - eyes.y), distance: Float(max(hand.distance - eyes.z, 80)),
      yaw: Float(hand.yaw), pitch: Float(hand.pitch),
      roll: Float(hand.roll), width: Float(scale) * photo.size.width,
      height: Float(scale) * photo.size.height,
      margin: Float(margin), radius: 0, upright_axis: 1, brightness: 0, pitch_mm: 0, moire: 0, gloss: 0,
      flicker: 0, flicker_cycles: 0, flicker_phase: 0)
  }

  /// From the sheet's middle to the eyes of the picture, which are held where a head's would be: in the
  /// order and with the signs of imprint/draft/face.h.
  private func eyes(_ hand: Posture) -> (x: Double, y: Double, z: Double) {
    let right = scale * Double(photo.size.eyes_x)
    let down = scale * Double(photo.size.eyes_y)
    func turn(_ degrees: Double) -> (cos: Double, sin: Double) {
      (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    }
    let (yaw, pitch, roll) = (turn(hand.yaw), turn(hand.pitch), turn(hand.roll))
    let x = roll.cos * right - roll.sin * down
    let y = roll.sin * right + roll.cos * down
    return (
      yaw.cos * x + yaw.sin * pitch.sin * y, pitch.cos * y, yaw.sin * x - yaw.cos * pitch.sin * y
    )
  }

  /// Nothing on purpose.
  static let still = Posture(distance: 0)
}

extension puppet_sheet {
  /// The same picture on a display.
  func shown(on display: Display, at time: Double) -> puppet_sheet {
    var sheet = self
    sheet.kind = UInt32(PUPPET_SHEET_SCREEN)
    sheet.margin = Float(display.bezel)
    sheet.brightness = Float(display.brightness)
    sheet.pitch_mm = Float(display.pitch)
    sheet.moire = Float(display.moire)
    sheet.gloss = Float(display.gloss)
    sheet.flicker = Float(display.flicker)
    sheet.flicker_cycles = Float(display.bands)
    let cycles = display.drift * time
    sheet.flicker_phase = Float(cycles - cycles.rounded(.down))
    return sheet
  }
}

/// A telephone, a tablet or a monitor.
struct Display {
  let bezel: Double
  let brightness: Double
  /// Of its pixels, millimetres: 0.06 for telephones, 0.1 for tablets, up to 0.28 for monitors.
  let pitch: Double
  let moire: Double
  let gloss: Double
  /// Many are dimmed by switching the light on and off.
  let flicker: Double
  let bands: Double
  let drift: Double

  init(_ randomness: Randomness) {
    var random = randomness.stream("display")
    bezel = random.number(6...18)
    brightness = random.number(0.65...1.05)
    pitch = random.number(0.09...0.28)
    moire = random.number(0.25...0.8)
    gloss = random.number(0.015...0.05)
    flicker = random.isOneIn(2) ? random.number(0.05...0.2) : 0
    bands = random.number(1.5...6)
    drift = random.number(-3...3)
  }
}
