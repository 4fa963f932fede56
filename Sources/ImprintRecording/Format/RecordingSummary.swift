// SPDX-License-Identifier: Apache-2.0

/// What became of a recording.
public struct RecordingSummary: Sendable, Hashable {
  /// Why calls were made that are not in it.
  public enum Stop: Sendable, Hashable {
    /// It was as long as it was allowed to be.
    case limit
    /// The file could not be written; what the system said.
    case failed(String)
  }

  /// The file.
  public let path: String
  /// The plugin's id.
  public let plugin: String
  /// How many calls are in it.
  public let calls: UInt64
  /// The file's length.
  public let bytes: Int
  /// `nil` where all calls are in it.
  public let stop: Stop?
}
