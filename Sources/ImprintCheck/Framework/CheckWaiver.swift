// SPDX-License-Identifier: Apache-2.0

/// A failure that is known and accepted, with the reason.
public struct CheckWaiver: Sendable, Hashable {
  /// The check's id.
  public let check: String
  /// Why the failure is accepted.
  public let reason: String
  /// Who accepts it.
  public let by: String

  public init(check: String, reason: String, by: String) {
    self.check = check
    self.reason = reason
    self.by = by
  }
}
