// SPDX-License-Identifier: Apache-2.0

/// A day of the Gregorian calendar.
package struct CalendarDay {
  private let year: Int
  private let month: Int
  private let day: Int

  /// Reads `2027-12-31`; `nil` for a day that does not exist.
  package init?(_ text: String) {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    (year, month, day) = (parts[0], parts[1], parts[2])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1970...9999).contains(year), (1...12).contains(month), (1...days[month - 1]).contains(day) else {
      return nil
    }
  }

  /// Its beginning in UTC, in seconds since 1970.
  package var start: Int64 {
    // Years begin in March, so that the leap day is the last.
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    return Int64(days) * 86_400
  }
}
