// SPDX-License-Identifier: Apache-2.0

/// The templates that a calibration applies to, on one of its two sides.
public struct CalibratedTemplates: Sendable, Hashable, CustomStringConvertible {
  /// The format's version.
  public let version: UInt32
  /// The id of the plugin that extracts them.
  public let extractor: String
  /// The versions of that plugin with the measured algorithm.
  public let extractorVersions: ClosedRange<SemanticVersion>
  /// How many samples a template was made from, 1...65,535.
  public let samples: ClosedRange<Int>

  public init(
    version: UInt32, extractor: String, extractorVersions: ClosedRange<SemanticVersion>,
    samples: ClosedRange<Int>
  ) {
    self.version = version
    self.extractor = extractor
    self.extractorVersions = extractorVersions
    self.samples = samples
  }

  func covers(_ origin: TemplateOrigin, includingUnmarked: Bool) -> Bool {
    guard origin.format.version == version, samples.contains(origin.samples) else { return false }
    guard let maker = origin.maker else { return includingUnmarked && origin.isUnmarked }
    return maker.id == extractor && extractorVersions.contains(maker.version)
  }

  /// Whether a template can belong to both.
  func overlaps(_ other: CalibratedTemplates, bothUnmarked: Bool) -> Bool {
    guard version == other.version, samples.overlaps(other.samples) else { return false }
    if extractor == other.extractor, extractorVersions.overlaps(other.extractorVersions) { return true }
    return bothUnmarked && samples.contains(1) && other.samples.contains(1)
  }

  /// `version 1 of dev.imprint.face-f6 1.0.0 to 1.2.0, 1 to 5 samples`.
  public var description: String {
    let count =
      samples.count == 1 ? "\(samples.lowerBound)" : "\(samples.lowerBound) to \(samples.upperBound)"
    return "version \(version) of \(maker), " + (samples == 1...1 ? "one sample" : "\(count) samples")
  }

  /// `dev.imprint.face-f6 1.0.0 to 1.2.0`.
  package var maker: String {
    let (first, last) = (extractorVersions.lowerBound, extractorVersions.upperBound)
    return "\(extractor) \(first)" + (first == last ? "" : " to \(last)")
  }
}

/// The pairs of templates that a calibration applies to, and no others.
public struct CalibratedPair: Sendable, Hashable, CustomStringConvertible {
  /// The format's name.
  public let format: String
  public let probe: CalibratedTemplates
  public let reference: CalibratedTemplates
  /// Whether templates of one sample that name no extractor count as made by these.
  public let includesUnmarked: Bool

  public init(
    format: String, probe: CalibratedTemplates, reference: CalibratedTemplates, includesUnmarked: Bool
  ) {
    self.format = format
    self.probe = probe
    self.reference = reference
    self.includesUnmarked = includesUnmarked
  }

  /// Templates of one origin, compared with each other, and nothing else.
  /// - Returns: `nil` where the origin names no maker.
  public init?(exactly origin: TemplateOrigin) {
    guard let maker = origin.maker else { return nil }
    let templates = CalibratedTemplates(
      version: origin.format.version, extractor: maker.id, extractorVersions: maker.version...maker.version,
      samples: origin.samples...origin.samples)
    self.init(
      format: origin.format.algorithm, probe: templates, reference: templates, includesUnmarked: false)
  }

  /// Whether it applies to two templates.
  /// - Parameter inEitherOrder: whether the format is symmetric, so that probe and reference are the same.
  public func covers(probe: TemplateOrigin, reference: TemplateOrigin, inEitherOrder: Bool) -> Bool {
    guard probe.format.algorithm == format, reference.format.algorithm == format else { return false }
    func covers(_ first: TemplateOrigin, _ second: TemplateOrigin) -> Bool {
      self.probe.covers(first, includingUnmarked: includesUnmarked)
        && self.reference.covers(second, includingUnmarked: includesUnmarked)
    }
    return covers(probe, reference) || inEitherOrder && covers(reference, probe)
  }

  /// Whether a pair of templates can belong to both.
  public func overlaps(_ other: CalibratedPair, inEitherOrder: Bool) -> Bool {
    guard format == other.format else { return false }
    let both = includesUnmarked && other.includesUnmarked
    func meets(_ first: CalibratedTemplates, _ second: CalibratedTemplates) -> Bool {
      probe.overlaps(first, bothUnmarked: both) && reference.overlaps(second, bothUnmarked: both)
    }
    return meets(other.probe, other.reference) || inEitherOrder && meets(other.reference, other.probe)
  }

  /// Whether both apply to the same pairs, unmarked ones aside.
  public func isSame(as other: CalibratedPair) -> Bool {
    format == other.format && probe == other.probe && reference == other.reference
  }

  /// `imprint.face-f6, version 1 of dev.imprint.face-f6 1.0.0, one sample`.
  public var description: String {
    "\(format), \(probe)" + (probe == reference ? "" : ", compared with \(reference)")
      + (includesUnmarked ? ", or unmarked" : "")
  }
}
