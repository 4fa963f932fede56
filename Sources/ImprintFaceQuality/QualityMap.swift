// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// From a measured value to 0...100.
enum QualityMap {
  /// The nearest whole number within 0...100. `value` is finite.
  static func rounded(_ value: Double) -> Int { Int(min(100, max(0, value)).rounded()) }

  /// The logistic function: one half at `middle`, steeper for a smaller `width`; 0...1.
  static func sigmoid(_ value: Double, middle: Double, width: Double) -> Double {
    1 / (1 + exp((middle - value) / width))
  }

  /// Higher is better.
  static func rising(_ value: Double, middle: Double, width: Double) -> Int {
    rounded(100 * sigmoid(value, middle: middle, width: width))
  }

  /// Lower is better.
  static func lowering(_ value: Double, middle: Double, width: Double) -> Int {
    rounded(100 * (1 - sigmoid(value, middle: middle, width: width)))
  }

  /// 0 is best: 100 there.
  static func falling(_ distance: Double, width: Double) -> Int {
    rounded(200 * (1 - sigmoid(distance, middle: 0, width: width)))
  }
}
