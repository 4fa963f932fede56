// SPDX-License-Identifier: Apache-2.0

/// A marionette: the camera's settings are its strings, and it does nothing by itself.
struct Strings: Performance {
  private let puppet: Puppet

  /// Millimetres that 100 percent are.
  private static let distance = 500.0

  init(_ troupe: Troupe) { puppet = troupe.puppet }

  func stage(at time: Double, seeing values: ControlValues) -> Stage {
    let posture = Posture(
      y: -30, distance: Strings.distance * Double(values[.distance]) / 100,
      yaw: Double(values[.yaw]) / 10, pitch: Double(values[.pitch]) / 10, roll: Double(values[.roll]) / 10,
      eyes: Double(values[.eyes]) / 100)
    return Stage(heads: [posture.head(puppet)], lamps: Float(values[.light]) / 100)
  }
}
