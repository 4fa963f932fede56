// SPDX-License-Identifier: Apache-2.0
import ImprintFingerCapture
import ImprintLicense
import ImprintModel
import Testing

@testable import ImprintMatching
@testable import ImprintRuntime

/// An algorithm whose payload is one number in a byte; the similarity of two is 100 less their distance.
/// Payload 0 cannot be read.
struct DrawnMatcher: MatchingAlgorithm {
  let pluginID = "dev.example.drawn"
  let maker: TemplateMaker? = nil
  let format = MatcherFormat(
    modality: .finger, algorithm: FingerTemplateType.isoCompactCard.rawValue, readsVersions: 1...1,
    templateBytesMaximum: 4, templateBytesFixed: nil, isSymmetric: true, fusesVersion: nil,
    similarities: 0...100)
  /// Whether the plugin itself fails.
  var isBroken = false

  /// It has no calibration.
  static func matcher(isBroken: Bool = false) -> TemplateMatcher {
    TemplateMatcher(algorithm: DrawnMatcher(isBroken: isBroken), calibrations: .empty)
  }

  /// Similarity 98 has the standard's false match rate, so that 99 is a match and 98 is none.
  static func calibrated() throws -> TemplateMatcher {
    let version = SemanticVersion(major: 1, minor: 0, patch: 0)
    let side = CalibratedTemplates(
      version: 1, extractor: "dev.example.drawer", extractorVersions: version...version, samples: 1...1)
    let pair = CalibratedPair(
      format: FingerTemplateType.isoCompactCard.rawValue, probe: side, reference: side, includesUnmarked: true
    )
    let calibration = try #require(
      Calibration(
        points: [
          .init(similarity: 90, falseMatchRate: 1e-2), .init(similarity: 98, falseMatchRate: 1e-4),
          .init(similarity: 100, falseMatchRate: 1e-5),
        ], population: "numbers", impostorComparisons: 3_000_000, subjects: 10, date: "2026-11-29"))
    let entry = CalibrationEntry(number: 0, pair: pair, calibration: calibration)
    return TemplateMatcher(
      algorithm: DrawnMatcher(), calibrations: CalibrationTable([entry], inEitherOrder: true))
  }

  func checkEntitlement(for operation: LicensedOperation) throws(PluginCallError) {}

  func compare(probe: TemplatePayload, reference: TemplatePayload) throws(PluginCallError) -> Float {
    guard !isBroken else { throw Self.refusal(901) }
    guard probe.bytes[0] > 0, reference.bytes[0] > 0 else { throw Self.refusal(503) }
    return 100 - Float(abs(Int(probe.bytes[0]) - Int(reference.bytes[0])))
  }

  func similarities(
    of probe: TemplatePayload, to gallery: GalleryBuffer, as operation: LicensedOperation
  ) throws(PluginCallError) -> [Float] {
    (0..<gallery.count).map { index in
      let reference = gallery.bytes[Int(gallery.offsets[index])]
      return 100 - Float(abs(Int(probe.bytes[0]) - Int(reference)))
    }
  }

  func fuse(_ templates: GalleryBuffer) throws(PluginCallError) -> Fusion { throw Self.refusal(203) }

  func searchForms() -> [SearchForm] { [] }

  func preparedGallery(form: String?) throws(PluginCallError) -> PreparedGallery { throw Self.refusal(203) }

  private static func refusal(_ status: Int32) -> PluginCallError {
    PluginCallError(status: status, plugin: "dev.example.drawn", function: "matcher")
  }
}
