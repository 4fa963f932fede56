// SPDX-License-Identifier: Apache-2.0

/// A failure that is known and accepted, with the reason.
public struct CheckWaiver: Sendable, Hashable {
  /// The check's id.
  public let check: String
  /// Why the failure is accepted; not empty.
  public let reason: String

  /// - Returns: `nil` where the reason has nothing but spaces.
  public init?(check: String, reason: String) {
    guard reason.contains(where: { !$0.isWhitespace }) else { return nil }
    self.check = check
    self.reason = reason
  }
}
