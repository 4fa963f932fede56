// SPDX-License-Identifier: Apache-2.0

/// What kind of template is made of a finger: the name of its format.
public struct FingerTemplateType: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The compact card format of ISO/IEC 19794-2, in a frame that says length and check: what a smart card
  /// takes, and the default, as in the seed. The least accurate of the three, as it has no qualities and
  /// positions in tenths of a millimetre.
  public static let isoCompactCard = FingerTemplateType(rawValue: "imprint.finger-card")
  /// The record of ISO/IEC 19794-2:2005, which other vendors' matchers read. Finer positions, and a quality
  /// for each minutia.
  public static let isoRecord = FingerTemplateType(rawValue: "iso-19794-2-2005")
  /// The record's minutiae with the orientation of the ridges: the most accurate of the three.
  public static let edges = FingerTemplateType(rawValue: "imprint.finger-edges")

  public var description: String { rawValue }
}
