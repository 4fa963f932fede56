// SPDX-License-Identifier: Apache-2.0

/// One comparison of an evaluation: the raw similarity, and whose templates were compared.
public struct ComparisonRecord: Sendable, Hashable {
  /// Raw, higher is more alike; never NaN.
  public let similarity: Float
  /// Numbers of the two people, the same for a genuine comparison.
  public let probe: UInt32
  public let reference: UInt32

  public init(similarity: Float, probe: UInt32, reference: UInt32) {
    self.similarity = similarity
    self.probe = probe
    self.reference = reference
  }

  /// Whether both templates are of one person.
  public var isGenuine: Bool { probe == reference }
}
