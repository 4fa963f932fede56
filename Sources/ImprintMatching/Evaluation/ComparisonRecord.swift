// SPDX-License-Identifier: Apache-2.0

/// One comparison of an evaluation: the raw similarity and the two subjects.
public struct ComparisonRecord: Sendable, Hashable {
  /// Raw, higher is more alike; never NaN.
  public let similarity: Float
  /// The two subjects' numbers, equal for a genuine comparison.
  public let probe: UInt32
  public let reference: UInt32

  public init(similarity: Float, probe: UInt32, reference: UInt32) {
    self.similarity = similarity
    self.probe = probe
    self.reference = reference
  }

  /// Whether both templates are of one subject (mated).
  public var isGenuine: Bool { probe == reference }
}
