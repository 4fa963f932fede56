// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The wall clock, in UTC.
public enum Clock {
  /// Seconds since 1970.
  public static var now: Int64 { Int64(time(nil)) }

  /// `2026-11-21`.
  public static func day(_ seconds: Int64) -> String { String(text(seconds).prefix { $0 != "T" }) }

  /// `2026-11-21T14:03:12Z`; the number itself if out of the calendar's range.
  public static func text(_ seconds: Int64) -> String {
    var broken = tm()
    var time = time_t(seconds)
    guard gmtime_r(&time, &broken) != nil else { return "\(seconds)" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(Int(broken.tm_year) + 1900)-\(two(broken.tm_mon + 1))-\(two(broken.tm_mday))"
    return date + "T\(two(broken.tm_hour)):\(two(broken.tm_min)):\(two(broken.tm_sec))Z"
  }
}
