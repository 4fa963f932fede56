// SPDX-License-Identifier: Apache-2.0

/// The extractor and its version, and the number of samples of a template: what selects a calibration.
public struct TemplateOrigin: Sendable, Hashable, CustomStringConvertible {
  public let format: TemplateFormat
  /// `nil` if the template does not state it, was fused from templates of several makers, or by another
  /// plugin than its maker.
  public let maker: TemplateMaker?
  /// 1...65,535; more than one if templates were fused.
  public let samples: Int

  public init(format: TemplateFormat, maker: TemplateMaker?, samples: Int = 1) {
    self.format = format
    self.maker = maker
    self.samples = samples
  }

  /// Whether it is of one sample by an unknown extractor, as all templates of envelope version 1 are. A fused
  /// template without maker does not count: it may be of several.
  public var isUnmarked: Bool { maker == nil && samples == 1 }

  /// `imprint.face-f6/1 of dev.imprint.face-f6 1.0.0, one sample`.
  public var description: String {
    "\(format) of \(maker.map(\.description) ?? "an unnamed extractor"), "
      + (samples == 1 ? "one sample" : "\(samples) samples")
  }
}

extension Template {
  /// Its extractor and version, and the number of samples.
  public var origin: TemplateOrigin { TemplateOrigin(format: format, maker: maker, samples: samples) }
}
