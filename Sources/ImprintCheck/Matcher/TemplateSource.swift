// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// Templates of one format, made of drawn people by the plugin's own extractor of that format, of whatever
/// modality.
struct TemplateSource {
  /// Of its templates.
  let version: UInt32
  /// The result of extract for a person.
  let made: (_ person: Int) throws -> FilledRoom<imp_extraction>
  /// Templates of several samples of a person.
  let ofOne: (_ person: Int) throws -> [[UInt8]]

  /// - Throws: ``CheckSkip`` where the plugin makes no templates of that name, or none of drawn people.
  static func find(_ plugin: ProbePlugin, _ format: String) throws -> TemplateSource {
    for group in CheckCatalog.ofAbilities where plugin.host.found.manifest.provides(group.ability) {
      guard let extractor = group as? any ExtractorCheckGroup.Type,
        let source = try extractor.source(plugin, of: format)
      else { continue }
      _ = try source.made(0)
      return source
    }
    throw CheckSkip("it makes no templates of \(format) itself, so there are none to examine.")
  }

  /// Templates of drawn people, made through the runtime; none where the plugin makes none of that name.
  static func payloads(
    _ plugin: OpenPlugin, _ found: FoundPlugin, _ format: String
  ) async throws -> [TemplatePayload] {
    var payloads: [TemplatePayload] = []
    for group in CheckCatalog.ofAbilities where found.manifest.provides(group.ability) {
      guard let extractor = group as? any ExtractorCheckGroup.Type else { continue }
      payloads += try await extractor.payloads(plugin, format)
    }
    return payloads
  }
}
