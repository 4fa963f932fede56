// SPDX-License-Identifier: Apache-2.0

/// How long things last, in milliseconds. A time before the one that it is counted from is the clock's fault:
/// whatever blocks ends then, and whatever permits ends too.
enum VoicePeriods {
  /// A registration that was not aborted blocks another one of the claimant.
  static let registration: Int64 = 3_600_000
  /// A logon that was begun can be gone on with.
  static let logon: Int64 = 900_000
  /// A logon that was not validated can be adapted with.
  static let adaptation: Int64 = 600_000
  /// An id that was never registered is kept.
  static let pending: Int64 = 86_400_000

  static func lasts(_ period: Int64, since start: Int64, at now: Int64) -> Bool {
    let (age, overflow) = now.subtractingReportingOverflow(start)
    return !overflow && age >= 0 && age < period
  }
}
