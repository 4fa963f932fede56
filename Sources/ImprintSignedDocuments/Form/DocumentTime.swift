// SPDX-License-Identifier: Apache-2.0

/// The times that a document may state, and their text for people.
package enum DocumentTime {
  /// 2020-01-01 to the last second of 2199, in seconds since 1970 UTC.
  package static let range: ClosedRange<Int64> = 1_577_836_800...7_258_118_399

  /// Such as `2026-09-21 14:13:20 UTC`. Any number of seconds since 1970, negative ones too.
  package static func text(_ seconds: Int64) -> String {
    let day = seconds.floored(by: 86_400)
    let second = (seconds % 86_400 + 86_400) % 86_400
    // Days are counted from 0000-03-01, so that the leap day is the last of its year (Hinnant,
    // "chrono-compatible low-level date algorithms").
    let shifted = day + 719_468
    let era = shifted.floored(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = "\(year)-\(two(month))-\(two(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1))"
    return "\(date) \(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60)) UTC"
  }

  /// A duration in its largest whole unit, such as `3 days`.
  package static func length(_ seconds: Int64) -> String {
    for (unit, size) in [("day", Int64(86_400)), ("hour", 3600), ("minute", 60)] where seconds >= size {
      let count = seconds / size
      return "\(count) \(unit)\(count == 1 ? "" : "s")"
    }
    return "\(seconds) second\(seconds == 1 ? "" : "s")"
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Int64 {
  fileprivate func floored(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
