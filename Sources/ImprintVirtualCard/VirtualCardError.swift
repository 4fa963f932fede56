// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Why there is no card, or no reader for it.
public struct VirtualCardError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The description of the card is not what is expected.
    case description
    /// The virtual reader cannot be reached.
    case connection
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String

  public init(_ code: Code, place: String, reason: String, remedy: String) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }
}
