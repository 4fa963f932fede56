// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// What a matcher's algorithm is, as its library says; it has been compared with the manifest.
public struct MatcherInfo: Sendable, Hashable {
  /// What of a person it compares.
  public let modality: Modality
  /// The name of its template format. Templates of different names are never compared.
  public let algorithm: String
  /// The version of the templates that extract makes.
  public let writesVersion: UInt32
  /// The versions that compare takes.
  public let readsVersions: ClosedRange<UInt32>
  /// No template is longer, in bytes: 1...``ImprintModel/Template/maximumPayload``.
  public let templateBytesMaximum: Int
  /// Every template's length in bytes; `nil` where lengths differ.
  public let templateBytesFixed: Int?
  /// Whether extract needs a face with landmarks; else the image will do.
  public let needsFace: Bool
  /// Whether comparing the other way round gives the same, bit by bit.
  public let isSymmetric: Bool
  /// No raw similarity lies outside; higher is more alike.
  public let similarities: ClosedRange<Float>

  /// The format of the templates that extract makes.
  public var writes: TemplateFormat? { TemplateFormat(algorithm: algorithm, version: writesVersion) }
}
