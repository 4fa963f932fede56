// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// Maps values to positions, from the left or from the bottom.
package struct Axis {
  package enum Scale {
    case linear
    /// Decades are equally wide; the range begins above 0.
    case logarithmic
    /// Spreads small shares and still has 0.
    case squareRoot
    /// Normal deviates, as for detection error trade-offs: errors of normal distributions make straight
    /// lines.
    case normalDeviate
  }

  package let scale: Scale
  package let range: ClosedRange<Double>
  /// Positions of the range's ends.
  package let from: Double
  package let to: Double

  package init(scale: Scale, range: ClosedRange<Double>, from: Double, to: Double) {
    self.scale = scale
    self.range = range
    self.from = from
    self.to = to
  }

  /// The position of a value; one outside of the range is at its end.
  package func position(_ value: Double) -> Double {
    let value = min(max(value, range.lowerBound), range.upperBound)
    let (low, high) = (mapped(range.lowerBound), mapped(range.upperBound))
    guard high > low else { return (from + to) / 2 }
    return from + (mapped(value) - low) / (high - low) * (to - from)
  }

  /// Those values whose texts do not overlap: each at least so far from the one before. In rising order.
  package func spaced(_ values: [Double], by distance: Double) -> [Double] {
    var kept: [Double] = []
    for value in values.sorted() {
      if let last = kept.last, abs(position(value) - position(last)) < distance { continue }
      kept.append(value)
    }
    return kept
  }

  private func mapped(_ value: Double) -> Double {
    switch scale {
    case .linear: value
    case .logarithmic: log10(value)
    case .squareRoot: value.squareRoot()
    case .normalDeviate: NormalDeviate.of(value)
    }
  }

  /// About so many round numbers of a linear range.
  package static func ticks(_ range: ClosedRange<Double>, about count: Int) -> [Double] {
    let width = range.upperBound - range.lowerBound
    guard width > 0, width.isFinite else { return [range.lowerBound] }
    let power = pow(10, floor(log10(width / Double(count))))
    let step = [1, 2, 5, 10].map { $0 * power }.first { width / $0 <= Double(count) } ?? power * 10
    let first = (range.lowerBound / step).rounded(.up)
    return (0...count + 1).map { (first + Double($0)) * step }.filter { $0 <= range.upperBound + step * 1e-9 }
  }
}

/// The inverse of the standard normal distribution.
package enum NormalDeviate {
  /// The x that a standard normal variable does not exceed with that probability. By bisection, to 1e-12.
  package static func of(_ probability: Double) -> Double {
    guard probability > 0 else { return -.infinity }
    guard probability < 1 else { return .infinity }
    var (low, high) = (-40.0, 40.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if erfc(-middle / 2.0.squareRoot()) / 2 < probability { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
