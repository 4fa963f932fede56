// SPDX-License-Identifier: Apache-2.0

/// A template format that a plugin produces: an entry of the manifest's `extracts`.
public struct ExtractedFormat: Sendable, Hashable {
  /// Its name, and the version of the templates produced.
  public let format: TemplateFormat
  /// Their modality.
  public let modality: Modality
  public let templateBytes: TemplateBytes
  /// Whether extraction needs a face with landmarks; otherwise the image suffices. `false` for other
  /// modalities.
  public let needsFace: Bool
}

/// A template format that a plugin compares: an entry of the manifest's `compares`.
public struct ComparedFormat: Sendable, Hashable {
  /// The format's name.
  public let algorithm: String
  /// Its templates' modality.
  public let modality: Modality
  /// The template versions that it accepts.
  public let reads: ClosedRange<UInt32>
  public let templateBytes: TemplateBytes
  /// Whether exchanging probe and reference gives the same similarity, bit for bit.
  public let isSymmetric: Bool
  /// The range of raw similarities; finite, and higher is more similar.
  public let similarities: ClosedRange<Float>
  /// The version of fused templates, one that it reads; `nil` if it does not fuse.
  public let fuses: UInt32?
  /// What comparisons it was made for; empty where it does not say.
  public let intendedUse: [ComparisonUse]

  /// Whether it accepts templates of a format.
  public func reads(_ format: TemplateFormat) -> Bool {
    format.algorithm == algorithm && reads.contains(format.version)
  }

  /// Whether it accepts every template produced in a format.
  func takes(_ made: ExtractedFormat) -> Bool {
    reads(made.format) && templateBytes.includes(made.templateBytes)
  }
}
