// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// What a matcher's algorithm is: the manifest's `matcher` section.
public struct MatcherDeclaration: Sendable, Hashable {
  /// The length of templates, in bytes: 1...1 MiB.
  public enum TemplateBytes: Sendable, Hashable {
    case exactly(Int)
    case atMost(Int)

    /// No template is longer.
    public var maximum: Int {
      switch self {
      case .exactly(let bytes), .atMost(let bytes): bytes
      }
    }

    /// Whether a template may have that length.
    public func allows(_ bytes: Int) -> Bool {
      switch self {
      case .exactly(let exact): bytes == exact
      case .atMost(let most): (1...most).contains(bytes)
      }
    }
  }

  public let modality: Modality
  /// Name of the algorithm, and the version of the templates it makes.
  public let writes: TemplateFormat
  /// The versions of templates it compares; `writes.version` is among them.
  public let reads: ClosedRange<UInt32>
  public let templateBytes: TemplateBytes
  /// Whether a template needs a face with landmarks; else the image will do.
  public let needsFace: Bool
  /// Whether comparing the other way round gives the same, bit by bit.
  public let isSymmetric: Bool
  /// No raw similarity lies outside; finite, and higher is more alike.
  public let similarities: ClosedRange<Float>
  /// `selfie-to-selfie`, `selfie-to-document`, or other words.
  public let intendedUse: [String]

  /// The template format's name.
  public var algorithm: String { writes.algorithm }
}
