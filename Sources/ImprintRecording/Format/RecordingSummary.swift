// SPDX-License-Identifier: Apache-2.0

/// The outcome of a recording.
public struct RecordingSummary: Sendable, Hashable {
  /// Why some calls were not recorded.
  public enum Stop: Sendable, Hashable {
    /// It reached its size limit.
    case limit
    /// The file could not be written; the system's error.
    case failed(String)
  }

  /// The file.
  public let path: String
  /// The plugin's id.
  public let plugin: String
  /// The number of calls in it.
  public let calls: UInt64
  /// The file's length.
  public let bytes: Int
  /// `nil` if all calls are in it.
  public let stop: Stop?
}
