// SPDX-License-Identifier: Apache-2.0

/// When a build of a plugin is not opened any more.
public struct QuarantinePolicy: Sendable, Hashable {
  /// How many deaths are too many; `nil` for a policy that counts, and quarantines nothing.
  public var strikes: Int?
  /// Within how many seconds they have to lie.
  public var window: Int64

  /// Three deaths within ten minutes.
  public static let standard = QuarantinePolicy(strikes: 3, window: 600)
  /// Deaths are put down, and everything is opened: for tests that let a plugin die often.
  public static let lifted = QuarantinePolicy(strikes: nil, window: 600)

  /// - Parameters:
  ///   - strikes: 1 or more; less counts as 1.
  ///   - window: seconds, 1 or more; less counts as 1.
  public init(strikes: Int?, window: Int64) {
    self.strikes = strikes.map { max(1, $0) }
    self.window = max(1, window)
  }
}
