// SPDX-License-Identifier: Apache-2.0

/// Numbers as reports write them.
package enum Figures {
  /// With so many digits behind the point, at most nine.
  package static func fixed(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "\(value)" }
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(scaled)" }
    let rest = "\(scaled % scale)"
    return "\(sign)\(scaled / scale).\(String(repeating: "0", count: digits - rest.count))\(rest)"
  }

  /// Three significant digits, without zeros at the end.
  package static func short(_ value: Double) -> String {
    guard value != 0, value.isFinite else { return value == 0 ? "0" : "\(value)" }
    guard (1e-4..<1e6).contains(abs(value)) else { return "\(value)" }
    var (digits, scale) = (2, abs(value))
    while scale >= 10, digits > 0 {
      scale /= 10
      digits -= 1
    }
    scale = abs(value)
    while scale < 1 {
      scale *= 10
      digits += 1
    }
    var text = fixed(value, digits)
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return text
  }

  /// A share as `0.33 %`; one that would be rounded to nothing is `< 0.01 %`.
  package static func percent(_ share: Double) -> String {
    if share == 0 { return "0 %" }
    if share == 1 { return "100 %" }
    if share < 0.00005 { return "< 0.01 %" }
    if share > 0.9995 { return "> 99.9 %" }
    return fixed(share * 100, share < 0.09995 ? 2 : 1) + " %"
  }

  /// A bound: `1 %`.
  package static func bound(_ share: Double) -> String { short(share * 100) + " %" }

  /// `0.03 to 3.15 %`.
  package static func interval(_ range: ClosedRange<Double>) -> String {
    "\(percent(range.lowerBound).dropLast(2)) to \(percent(range.upperBound))"
  }
}
