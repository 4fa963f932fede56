// SPDX-License-Identifier: Apache-2.0
public import ImprintModel
public import ImprintRuntime

/// An image of a finger with what is to be shown of it.
///
/// Redacted: its description never shows pixels.
public struct FingerPicture: Sendable, Hashable, CustomStringConvertible {
  /// As the reader gave it: what an external extractor needs.
  public let raw: FingerImage
  /// The same with the contrast of its ridges raised, for people: no template is made of it. `nil` where it
  /// was not asked for.
  public let enhanced: Image?
  /// How much of the finger is to be seen, and how clear.
  public let measures: FingerImageMeasures
  /// The extractor's quality, 0...100, for the bar; `nil` where it did not measure one, or made no template.
  public let quality: Int?

  public init(raw: FingerImage, enhanced: Image?, measures: FingerImageMeasures, quality: Int?) {
    self.raw = raw
    self.enhanced = enhanced
    self.measures = measures
    self.quality = quality
  }

  /// What the quality bar shows, 0...100: the extractor's quality, or where there is none the contrast.
  public var qualityBar: Int { quality ?? measures.contrast }
  /// What the area bar shows, 0...100.
  public var areaBar: Int { measures.area }

  public var description: String {
    "FingerPicture(\(raw), quality \(quality.map { "\($0)" } ?? "none"), area \(measures.area))"
  }
}
