// SPDX-License-Identifier: Apache-2.0

/// The versions of the recording format.
public enum RecordingVersion {
  /// What is written, and the highest that is read.
  public static let current: UInt16 = 1
}
