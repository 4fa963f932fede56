// SPDX-License-Identifier: Apache-2.0

/// A format of templates that a plugin makes: an entry of the manifest's `extracts`.
public struct ExtractedFormat: Sendable, Hashable {
  /// Its name, and the version of the templates that are made.
  public let format: TemplateFormat
  /// What they are made of.
  public let modality: Modality
  public let templateBytes: TemplateBytes
  /// Whether a template needs a face with landmarks; else the image will do. `false` where they are not made
  /// of faces.
  public let needsFace: Bool
}

/// A format of templates that a plugin compares: an entry of the manifest's `compares`.
public struct ComparedFormat: Sendable, Hashable {
  /// The format's name.
  public let algorithm: String
  /// What its templates are made of.
  public let modality: Modality
  /// The versions of templates that it takes.
  public let reads: ClosedRange<UInt32>
  public let templateBytes: TemplateBytes
  /// Whether comparing the other way round gives the same, bit by bit.
  public let isSymmetric: Bool
  /// No raw similarity lies outside; finite, and higher is more alike.
  public let similarities: ClosedRange<Float>
  /// The version of the templates that it makes of several, one that it reads; `nil` where it makes none.
  public let fuses: UInt32?
  /// `selfie-to-selfie`, `selfie-to-document`, or other words.
  public let intendedUse: [String]

  /// Whether it takes templates of a format.
  public func reads(_ format: TemplateFormat) -> Bool {
    format.algorithm == algorithm && reads.contains(format.version)
  }

  /// Whether it takes every template that is made so.
  func takes(_ made: ExtractedFormat) -> Bool {
    reads(made.format) && templateBytes.includes(made.templateBytes)
  }
}
