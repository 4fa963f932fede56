// SPDX-License-Identifier: Apache-2.0

/// Numbers as drawings write them.
package enum DrawnNumber {
  /// Two decimals at most, the same everywhere. What is beyond a million, or no number, is drawn there.
  package static func text(_ value: Double) -> String {
    let drawn = value.isNaN ? 1e6 : min(max(value, -1e6), 1e6)
    let hundredths = Int((drawn * 100).rounded())
    let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
