// SPDX-License-Identifier: Apache-2.0

/// When a build of a plugin is not opened any more.
public struct QuarantinePolicy: Sendable, Hashable {
  /// How many deaths cause a quarantine; `nil` for a policy that only counts.
  public var strikes: Int?
  /// The window in seconds within which they count.
  public var window: Int64

  /// Three deaths within ten minutes.
  public static let standard = QuarantinePolicy(strikes: 3, window: 600)
  /// Deaths are recorded, and everything is opened: for tests in which a plugin dies often.
  public static let lifted = QuarantinePolicy(strikes: nil, window: 600)

  /// - Parameters:
  ///   - strikes: 1 or more; less counts as 1.
  ///   - window: seconds, 1 or more; less counts as 1.
  public init(strikes: Int?, window: Int64) {
    self.strikes = strikes.map { max(1, $0) }
    self.window = max(1, window)
  }
}
