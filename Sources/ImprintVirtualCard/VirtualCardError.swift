// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why there is no card, or no reader for it.
public typealias VirtualCardError = Explained<VirtualCardErrorCode>

public enum VirtualCardErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The description of the card is invalid.
  case description
  /// The virtual reader cannot be reached.
  case connection
}
