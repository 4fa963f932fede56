// SPDX-License-Identifier: Apache-2.0

/// The direction of a minutia: counter-clockwise from the right of the picture, always 0..<360 degrees.
///
/// Formats count it in steps of a full turn. Rounding is done on the circle: what is nearer to 360° than to
/// the last step becomes 0, where some writers clamp it to the last step.
public struct MinutiaAngle: Sendable, Hashable {
  /// 0..<360.
  public let degrees: Double

  /// Any finite number of degrees, which is turned into 0..<360; 0 for another.
  public init(degrees: Double) {
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    let positive = turned < 0 ? turned + 360 : turned
    // A tiny negative number becomes 360 by the addition.
    self.degrees = positive < 360 ? positive : 0
  }

  /// - Parameters:
  ///   - step: the number of steps, from 0; a full turn and more wraps around.
  ///   - steps: how many steps a full turn has, from 1.
  init(step: Int, of steps: Int) {
    self.init(degrees: Double(step) * 360 / Double(steps))
  }

  /// The nearest step, 0..<steps.
  func step(of steps: Int) -> Int {
    Int((degrees * Double(steps) / 360).rounded()) % steps
  }

  /// The smaller angle between both, 0...180 degrees.
  public func distance(to other: MinutiaAngle) -> Double {
    let difference = abs(degrees - other.degrees)
    return min(difference, 360 - difference)
  }
}
