// SPDX-License-Identifier: Apache-2.0
import CPuppet
import Glibc

/// The lamps of a room, and the light of the screen before the person: each seed's room has its own.
struct Lighting {
  private let gain: [Float]
  private let directed: Float
  private let direction: (Float, Float, Float)
  private let strength: Float
  /// Lamps on 50 Hz come and go 100 times a second; how much of it is seen.
  private let flicker: Float
  private static let mainsFlicker = 100.0
  /// Seconds from the first to the last row of a frame: a rolling shutter.
  private let readout: Double

  init(_ randomness: Randomness) {
    var random = randomness.stream("lighting")
    let brightness = random.number(0.82...1.08)
    gain = (0..<3).map { _ in Float(brightness * (1 + random.within(0.05))) }
    directed = Float(random.number(0.12...0.35))
    direction = (
      Float(random.within(1)), Float(random.number(-1.2 ... -0.3)), Float(random.number(-1.0 ... -0.2))
    )
    strength = Float(random.number(0.3...0.6))
    flicker = random.isOneIn(2) ? Float(random.number(0.004...0.02)) : 0
    readout = random.number(0.015...0.03)
  }

  func light(at time: Double, lamps: Float, color: UInt32) -> puppet_light {
    func screen(_ shift: UInt32) -> Float {
      let value = Double(color >> shift & 0xFF) / 255
      return Float(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
    }
    let cycles = Lighting.mainsFlicker * time
    return puppet_light(
      ambient: (gain[0] * lamps, gain[1] * lamps, gain[2] * lamps), directed: directed,
      direction: direction, screen: (screen(16), screen(8), screen(0)), strength: strength, flicker: flicker,
      flicker_cycles: Float(Lighting.mainsFlicker * readout),
      flicker_phase: Float(cycles - cycles.rounded(.down)))
  }
}
