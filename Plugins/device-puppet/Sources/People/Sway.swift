// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A movement that never stops and never repeats: three slow waves for each direction.
struct Sway {
  private struct Wave {
    let size: Double
    let frequency: Double
    let phase: Double

    func value(_ time: Double) -> Double { size * sin(2 * .pi * (frequency * time + phase)) }
  }

  private let waves: [[Wave]]

  /// Who sits or stands still: millimetres of x, y, distance, then degrees of yaw, pitch, roll.
  static let body = [2.2, 1.6, 3.0, 0.7, 0.55, 0.5]
  /// Hertz: breathing and balance.
  static let slow = 0.12...0.55
  /// What is held in the hand.
  static let hand = [2.5, 2.5, 4.0, 1.1, 1.1, 0.9]
  static let tremor = 0.25...1.6

  init(_ sizes: [Double], frequencies: ClosedRange<Double>, _ random: inout Randomness) {
    waves = sizes.map { size in
      (0..<3).map { part in
        let frequency = random.number(frequencies)
        // What is faster is smaller.
        return Wave(
          size: size * 0.6 * frequencies.lowerBound / frequency + size * 0.15 / Double(part + 1),
          frequency: frequency, phase: random.number(0...1))
      }
    }
  }

  /// Adds the movement at a time.
  func move(_ posture: inout Posture, at time: Double, by share: Double) {
    func now(_ index: Int) -> Double { share * waves[index].reduce(0) { $0 + $1.value(time) } }
    posture.x += now(0)
    posture.y += now(1)
    posture.distance += now(2)
    posture.yaw += now(3)
    posture.pitch += now(4)
    posture.roll += now(5)
  }
}
