// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import ImprintRuntime

/// What a ``TemplateMatcher`` asks of an algorithm: extract and compare on bare payloads.
protocol MatchingAlgorithm: Sendable {
  var pluginID: String { get }
  var info: MatcherInfo { get }
  func extract(image: Image, face: Face?) async throws(PluginCallError) -> Extraction
  func compare(probe: TemplatePayload, reference: TemplatePayload) throws(PluginCallError) -> Float
  func compareMany(
    probe: TemplatePayload, gallery: GalleryBuffer, as operation: LicensedOperation
  ) throws(PluginCallError) -> [Float?]
  func checkEntitlement(for operation: LicensedOperation) throws(PluginCallError)
}

extension Matcher: MatchingAlgorithm {}
