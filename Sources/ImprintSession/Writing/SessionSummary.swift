// SPDX-License-Identifier: Apache-2.0

/// What a session that was written holds.
public struct SessionSummary: Sendable, Hashable {
  /// The file.
  public let path: String
  /// Its length.
  public let bytes: Int
  public let end: SessionEnd

  /// How many chunks of each kind are in it, and how many frames are not.
  public var counts: SessionCounts { end.counts }
}
