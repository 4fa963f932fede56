// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintRuntime

/// The algorithm of a ``TemplateMatcher``: compares and fuses bare payloads.
protocol MatchingAlgorithm: Sendable {
  var pluginID: String { get }
  /// The same with its version.
  var maker: TemplateMaker? { get }
  var format: MatcherFormat { get }
  func compare(probe: TemplatePayload, reference: TemplatePayload) throws(PluginCallError) -> Float
  /// One for each template of the gallery; NaN for one that cannot be read.
  func similarities(
    of probe: TemplatePayload, to gallery: GalleryBuffer, as operation: LicensedOperation
  ) throws(PluginCallError) -> [Float]
  func fuse(_ templates: GalleryBuffer) throws(PluginCallError) -> Fusion
  /// How the plugin lays out many to be searched; none where it does not.
  func searchForms() throws(PluginCallError) -> [SearchForm]
  /// An empty gallery in one of those forms.
  func preparedGallery(form: String?) throws(PluginCallError) -> PreparedGallery
  func checkEntitlement(for operation: LicensedOperation) throws(PluginCallError)
  /// Why two fingers are as alike as ``compare(probe:reference:)`` says, where the plugin explains it.
  func explainFingers(
    probe: TemplatePayload, reference: TemplatePayload
  ) throws(PluginCallError) -> FingerExplanation
}

extension Matcher: MatchingAlgorithm {}

extension MatchingAlgorithm {
  /// The same, `nil` for one that cannot be read.
  func compareMany(
    probe: TemplatePayload, gallery: GalleryBuffer, as operation: LicensedOperation
  ) throws(PluginCallError) -> [Float?] {
    try similarities(of: probe, to: gallery, as: operation).map { $0.isNaN ? nil : $0 }
  }

  func explainFingers(
    probe: TemplatePayload, reference: TemplatePayload
  ) throws(PluginCallError) -> FingerExplanation {
    throw PluginCallError(
      refusing: .unsupported, place: pluginID, reason: "it does not explain what it compares.",
      remedy: "Choose a plugin whose manifest provides imprint.finger-explainer/1.")
  }
}
