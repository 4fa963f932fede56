// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import Testing

@testable import ImprintMatching
@testable import ImprintRuntime

/// An algorithm whose payload is one number in a byte; the similarity of two is 1 − their distance / 255.
/// Payload 0 cannot be read.
struct FakeAlgorithm: MatchingAlgorithm {
  let pluginID = "dev.example.fake"
  var maker: TemplateMaker? = fakeFuser
  var format = MatcherFormat(
    modality: .face, algorithm: "example.fake", readsVersions: 1...2, templateBytesMaximum: 4,
    templateBytesFixed: nil, isSymmetric: true, fusesVersion: 2, similarities: 0...1)
  /// What its licence does not cover.
  var refused: LicensedOperation?
  /// How many of several it uses for one; `nil`: all.
  var fused: Int?

  /// The mean; those that are further apart than 50 do not agree.
  func fuse(_ templates: GalleryBuffer) throws(PluginCallError) -> Fusion {
    let values = templates.bytes.map(Int.init)
    guard let low = values.min(), let high = values.max(), high - low <= 50 else { throw Self.refusal(401) }
    let mean = UInt8(values.reduce(0, +) / values.count)
    return Fusion(
      payload: TemplatePayload(bytes: [mean], version: 2), count: fused ?? values.count, quality: 71.6)
  }

  func checkEntitlement(for operation: LicensedOperation) throws(PluginCallError) {
    if operation == refused { throw Self.refusal(701) }
  }

  func compare(probe: TemplatePayload, reference: TemplatePayload) throws(PluginCallError) -> Float {
    try checkEntitlement(for: .verification)
    guard let similarity = Self.similarity(probe.bytes[0], reference.bytes[0]) else {
      throw Self.refusal(503)
    }
    return similarity
  }

  private static func similarity(_ probe: UInt8, _ reference: UInt8) -> Float? {
    guard probe != 0, reference != 0 else { return nil }
    return 1 - Float(abs(Int(probe) - Int(reference))) / 255
  }

  func similarities(
    of probe: TemplatePayload, to gallery: GalleryBuffer, as operation: LicensedOperation
  ) throws(PluginCallError) -> [Float] {
    try checkEntitlement(for: operation)
    guard probe.bytes[0] != 0 else { throw Self.refusal(503) }
    return (0..<gallery.count).map { index in
      let payload = gallery.bytes[Int(gallery.offsets[index])..<Int(gallery.offsets[index + 1])]
      return payload.first.flatMap { Self.similarity(probe.bytes[0], $0) } ?? .nan
    }
  }

  func searchForms() -> [SearchForm] { [] }

  func preparedGallery(form: String?) throws(PluginCallError) -> PreparedGallery { throw Self.refusal(203) }

  private static func refusal(_ status: Int32) -> PluginCallError {
    PluginCallError(status: status, plugin: "dev.example.fake", function: "matcher")
  }
}

/// Similarity 0.9 has FMR 1e-2 (score 2500), 1.0 has 1e-4 (score 3500); 300,000 comparisons carry 3500.
func fakeCalibration() throws -> Calibration {
  try #require(
    Calibration(
      points: [.init(similarity: 0.9, falseMatchRate: 1e-2), .init(similarity: 1, falseMatchRate: 1e-4)],
      population: "numbers", impostorComparisons: 300_000, subjects: 10, date: "2026-11-21"))
}

/// What the fakes are made by.
let fakeMaker = TemplateMaker(
  id: "dev.example.extractor", version: SemanticVersion(major: 1, minor: 0, patch: 0))

/// The fakes' matcher, where it has made them itself.
let fakeFuser = TemplateMaker(
  id: "dev.example.fake", version: SemanticVersion(major: 1, minor: 0, patch: 0))

/// Templates of one side of a pair. Versions of the extractor are its major ones.
func fakeSide(
  _ version: UInt32 = 2, by extractor: String = "dev.example.extractor", _ majors: ClosedRange<Int> = 1...1,
  samples: ClosedRange<Int> = 1...1
) -> CalibratedTemplates {
  let first = SemanticVersion(major: majors.lowerBound, minor: 0, patch: 0)
  let last = SemanticVersion(major: majors.upperBound, minor: 0, patch: 0)
  return CalibratedTemplates(
    version: version, extractor: extractor, extractorVersions: first...last, samples: samples)
}

func fakeEntry(
  _ number: Int = 0, _ probe: CalibratedTemplates = fakeSide(), _ reference: CalibratedTemplates? = nil,
  unmarked: Bool = false, _ calibration: Calibration? = nil
) throws -> CalibrationEntry {
  CalibrationEntry(
    number: number,
    pair: CalibratedPair(
      format: "example.fake", probe: probe, reference: reference ?? probe, includesUnmarked: unmarked),
    calibration: try calibration ?? fakeCalibration())
}

/// A calibration of templates that ``fakeMaker`` made, each of one sample, of both versions.
func fakeTable() throws -> CalibrationTable {
  CalibrationTable(
    [try fakeEntry(0), try fakeEntry(1, fakeSide(2), fakeSide(1))], inEitherOrder: true)
}

func fakeMatcher(calibrated: Bool = true) throws -> TemplateMatcher {
  TemplateMatcher(algorithm: FakeAlgorithm(), calibrations: calibrated ? try fakeTable() : .empty)
}

/// A matcher with these calibrations.
func fakeMatcher(_ entries: [CalibrationEntry], inEitherOrder: Bool = true) -> TemplateMatcher {
  TemplateMatcher(
    algorithm: FakeAlgorithm(), calibrations: CalibrationTable(entries, inEitherOrder: inEitherOrder))
}

func fakeTemplate(
  _ value: UInt8, algorithm: String = "example.fake", version: UInt32 = 2,
  maker: TemplateMaker? = fakeMaker, samples: Int = 1, modality: Modality = .face, site: BodySite = .face,
  quality: UInt8? = nil
) throws -> Template {
  let format = try #require(TemplateFormat(algorithm: algorithm, version: version))
  return try #require(
    Template(
      format: format, modality: modality, site: site, quality: quality, maker: maker, samples: samples,
      payload: [value]))
}

func pixel(_ value: UInt8) throws -> Image {
  try #require(Image(width: 1, height: 1, format: .grey8, pixels: [value]))
}
