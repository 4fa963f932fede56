// SPDX-License-Identifier: Apache-2.0
private import Glibc

extension AudioClip {
  /// Its sound as a recogniser or another engine takes it: one channel, the mean of all, at another rate,
  /// full scale being -1 to 1. What is above half the lower rate is left out.
  /// - Parameter target: frames a second, from 1.
  /// - Complexity: O(frames × 32 × the larger of 1 and rate / `target`).
  public func speech(at target: Int) -> [Float] {
    let scaled = samples.scaled
    let mono =
      channels == 1
      ? scaled
      : (0..<frames).map { frame in
        scaled[frame * channels..<(frame + 1) * channels].reduce(0, +) / Float(channels)
      }
    guard target != rate, target > 0, !mono.isEmpty else { return mono }
    return Self.resampled(mono, from: rate, to: target)
  }

  /// By a sinc of 16 zero crossings to each side, in a Hann window.
  private static func resampled(_ sound: [Float], from rate: Int, to target: Int) -> [Float] {
    // Of the input's band so much stays.
    let band = min(1, Double(target) / Double(rate))
    let reach = Int((16 / band).rounded(.up))
    let common = gcd(rate, target)
    let (step, phases) = (rate / common, target / common)
    // Each phase's weights, made when it comes first: there may be more phases than frames.
    var weights: [[Float]] = []
    let keeps = phases <= 1024
    if keeps { weights = (0..<phases).map { Self.weights($0, of: phases, reach, band) } }
    let count = Int((Double(sound.count) * Double(target) / Double(rate)).rounded(.up))
    return (0..<count).map { frame in
      let (middle, phase) = (frame * step / phases, frame * step % phases)
      let own = keeps ? weights[phase] : Self.weights(phase, of: phases, reach, band)
      var sum: Float = 0
      for place in max(0, middle - reach)...max(0, min(sound.count - 1, middle + reach)) {
        sum += own[place - middle + reach] * sound[place]
      }
      return sum
    }
  }

  private static func weights(_ phase: Int, of phases: Int, _ reach: Int, _ band: Double) -> [Float] {
    (-reach...reach).map { offset in
      let distance = Double(offset) - Double(phase) / Double(phases)
      guard abs(distance) <= Double(reach) else { return 0 }
      let turn = Double.pi * distance
      let sinc = distance == 0 ? band : sin(band * turn) / turn
      return Float(sinc * (0.5 + 0.5 * cos(turn / Double(reach))))
    }
  }

  private static func gcd(_ first: Int, _ second: Int) -> Int {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return first
  }
}
