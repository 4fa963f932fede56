// SPDX-License-Identifier: Apache-2.0

/// A duration: `90s`, `15m`, `12h`, `30d`, `1y`.
struct TimeSpan: ExpressibleByArgument, Hashable {
  let seconds: Int64

  init(seconds: Int64) { self.seconds = seconds }

  init?(argument: String) {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "y": 31_536_000]
    // `Int64` would take a sign, and other digits than these.
    guard let unit = argument.last.flatMap({ units[$0] }), case let digits = argument.dropLast(),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(digits)
    else { return nil }
    let (seconds, overflow) = number.multipliedReportingOverflow(by: unit)
    // At most a hundred years, so that sums with times do not overflow.
    guard !overflow, seconds <= 100 * 31_536_000 else { return nil }
    self.seconds = seconds
  }

  var defaultValueDescription: String { text }

  /// In the largest unit that divides it.
  var text: String {
    for (unit, length) in [("y", Int64(31_536_000)), ("d", 86_400), ("h", 3600), ("m", 60)]
    where seconds >= length && seconds % length == 0 {
      return "\(seconds / length)\(unit)"
    }
    return "\(seconds)s"
  }
}
