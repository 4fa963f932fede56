// SPDX-License-Identifier: Apache-2.0

/// One angle of a head: it goes to where it is wanted as fast as its muscles let it, and comes to rest there.
struct Neck {
  private(set) var angle: Double
  private var speed = 0.0

  /// How stiff it is: 1 / seconds, critically damped; a free turn of 20 degrees takes half a second.
  private static let stiffness = 9.0
  /// Of the calculation, seconds.
  private static let step = 1.0 / 240

  init(angle: Double) { self.angle = angle }

  mutating func move(to aim: Double, for time: Double, fastest: Double) {
    var left = min(max(time, 0), 1)
    while left > 0 {
      let step = min(left, Neck.step)
      let force = Neck.stiffness * Neck.stiffness * (aim - angle) - 2 * Neck.stiffness * speed
      speed = min(max(speed + force * step, -fastest), fastest)
      angle += speed * step
      left -= step
    }
  }
}
