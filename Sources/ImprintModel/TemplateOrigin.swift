// SPDX-License-Identifier: Apache-2.0

/// Whose template it is, in which version, and of how many samples: what a calibration goes by.
public struct TemplateOrigin: Sendable, Hashable, CustomStringConvertible {
  public let format: TemplateFormat
  /// `nil` where the template does not say it, is of several makers' samples, or was fused by another plugin
  /// than its maker.
  public let maker: TemplateMaker?
  /// 1...65,535; more than one where templates were fused.
  public let samples: Int

  public init(format: TemplateFormat, maker: TemplateMaker?, samples: Int = 1) {
    self.format = format
    self.maker = maker
    self.samples = samples
  }

  /// Whether it is one sample of nobody knows whose, as all templates of the first envelope are. What was
  /// fused and names no maker may be of several makers, and is nobody's.
  public var isUnmarked: Bool { maker == nil && samples == 1 }

  /// `imprint.face-f6/1 of dev.imprint.face-f6 1.0.0, one sample`.
  public var description: String {
    "\(format) of \(maker.map(\.description) ?? "an unnamed extractor"), "
      + (samples == 1 ? "one sample" : "\(samples) samples")
  }
}

extension Template {
  /// Whose it is, in which version, and of how many samples.
  public var origin: TemplateOrigin { TemplateOrigin(format: format, maker: maker, samples: samples) }
}
