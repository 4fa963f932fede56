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
  func compareMany(
    probe: TemplatePayload, gallery: GalleryBuffer, as operation: LicensedOperation
  ) throws(PluginCallError) -> [Float?]
  func fuse(_ templates: GalleryBuffer) throws(PluginCallError) -> Fusion
  func checkEntitlement(for operation: LicensedOperation) throws(PluginCallError)
}

extension Matcher: MatchingAlgorithm {}
