// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// When a lock ends, by the device's clock as it is set now.
///
/// For people, and for a countdown that begins now. It decides nothing: a lock lasts as long as it was meant
/// to, however the clock is set meanwhile.
public struct UnlockTime: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Milliseconds since 1970 UTC, rounded up.
  public let utcMilliseconds: Int64

  public init(utcMilliseconds: Int64) {
    self.utcMilliseconds = utcMilliseconds
  }

  public static func < (one: UnlockTime, other: UnlockTime) -> Bool {
    one.utcMilliseconds < other.utcMilliseconds
  }

  /// By ISO 8601: `2026-11-24T14:03:08.250Z`.
  public var description: String {
    let rest = utcMilliseconds % 1000
    let milliseconds = rest < 0 ? rest + 1000 : rest
    var seconds = time_t(utcMilliseconds / 1000) - (rest < 0 ? 1 : 0)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "\(utcMilliseconds) ms after 1970" }
    func padded(_ number: some BinaryInteger, _ digits: Int = 2) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let date = "\(padded(Int(parts.tm_year) + 1900, 4))-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    let time = "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))"
    return "\(date)T\(time).\(padded(milliseconds, 3))Z"
  }
}
