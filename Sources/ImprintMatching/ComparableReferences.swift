// SPDX-License-Identifier: Apache-2.0
import ImprintRuntime

/// The comparisons of candidates with comparable references, and the skipped references.
struct ComparedTemplates {
  /// In the order of candidates, then of references.
  var pairs: [(candidate: Int, reference: Int, comparison: Comparison)] = []
  var skipped: [Authentication.Skipped] = []
  /// Why a candidate could not be compared with any of this algorithm's references, by its index.
  var refusals: [Int: PluginCallError] = [:]
}

extension TemplateMatcher {
  /// Compares this algorithm's candidates with all its references.
  /// - Throws: ``PluginCallError`` if the plugin fails. An unreadable payload is no failure.
  func compareAll(
    _ candidates: [Template], with references: [Template], if conditions: MatchConditions = MatchConditions()
  ) throws -> ComparedTemplates {
    var compared = ComparedTemplates()
    var readable: [Int] = []
    for (index, reference) in references.enumerated() {
      if let refusal = conditions.refusal(of: reference, by: self) {
        compared.skipped.append(.init(reference: index, format: reference.format, reason: refusal))
      } else {
        readable.append(index)
      }
    }
    // Which of two payloads the plugin cannot read only follows from its other comparisons.
    for (candidate, probe) in candidates.enumerated() {
      var refusal: PluginCallError?
      let before = compared.pairs.count
      for reference in readable where conditions.sites.allows(probe.site, references[reference].site) {
        do {
          compared.pairs.append(
            (candidate, reference, try compareBlocking(probe, with: references[reference])))
        } catch let error as PluginCallError where error.isAboutATemplate {
          refusal = refusal ?? error
        }
      }
      if compared.pairs.count == before { compared.refusals[candidate] = refusal }
    }
    let met = Set(compared.pairs.map(\.reference))
    let sites = Set(candidates.map(\.site))
    for index in readable where !met.contains(index) {
      let site = references[index].site
      let isApart = !sites.contains { conditions.sites.allows($0, site) }
      compared.skipped.append(
        .init(
          reference: index, format: references[index].format,
          reason: isApart ? .otherSite(found: site, others: sites) : .unreadablePayload))
    }
    compared.skipped.sort { $0.reference < $1.reference }
    return compared
  }

  /// The error if no reference is comparable, which lists the formats found.
  func nothingComparable(_ skipped: [Authentication.Skipped]) -> MatchingError {
    guard skipped.allSatisfy({ [.otherAlgorithm, .otherVersion].contains($0.reason.code) }) else {
      return .nothingComparable(skipped.map(\.reason))
    }
    return .nothingComparable(
      found: TemplateFormatCount.of(skipped.map(\.format)), of: format.modality,
      algorithm: format.algorithm, reads: format.readsVersions)
  }
}

extension PluginCallError {
  /// Whether it is about one of the templates, not the plugin.
  fileprivate var isAboutATemplate: Bool {
    code == .templateFormat || code == .templateVersion || code == .templateDamaged
  }
}
