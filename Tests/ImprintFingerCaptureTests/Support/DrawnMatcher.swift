// SPDX-License-Identifier: Apache-2.0
import ImprintFingerCapture
import ImprintLicense
import ImprintModel

@testable import ImprintMatching
@testable import ImprintRuntime

/// An algorithm whose payload is one number in a byte; the similarity of two is 100 less their distance.
/// Payload 0 cannot be read. It has no calibration.
struct DrawnMatcher: MatchingAlgorithm {
  let pluginID = "dev.example.drawn"
  let maker: TemplateMaker? = nil
  let format = MatcherFormat(
    modality: .finger, algorithm: FingerTemplateType.isoCompactCard.rawValue, readsVersions: 1...1,
    templateBytesMaximum: 4, templateBytesFixed: nil, isSymmetric: true, fusesVersion: nil,
    similarities: 0...100)
  /// Whether the plugin itself fails.
  var isBroken = false

  static func matcher(isBroken: Bool = false) -> TemplateMatcher {
    TemplateMatcher(algorithm: DrawnMatcher(isBroken: isBroken), calibrations: .empty)
  }

  func checkEntitlement(for operation: LicensedOperation) throws(PluginCallError) {}

  func compare(probe: TemplatePayload, reference: TemplatePayload) throws(PluginCallError) -> Float {
    guard !isBroken else { throw Self.refusal(901) }
    guard probe.bytes[0] > 0, reference.bytes[0] > 0 else { throw Self.refusal(503) }
    return 100 - Float(abs(Int(probe.bytes[0]) - Int(reference.bytes[0])))
  }

  func similarities(
    of probe: TemplatePayload, to gallery: GalleryBuffer, as operation: LicensedOperation
  ) throws(PluginCallError) -> [Float] { throw Self.refusal(203) }

  func fuse(_ templates: GalleryBuffer) throws(PluginCallError) -> Fusion { throw Self.refusal(203) }

  func searchForms() -> [SearchForm] { [] }

  func preparedGallery(form: String?) throws(PluginCallError) -> PreparedGallery { throw Self.refusal(203) }

  private static func refusal(_ status: Int32) -> PluginCallError {
    PluginCallError(status: status, plugin: "dev.example.drawn", function: "matcher")
  }
}
