// SPDX-License-Identifier: Apache-2.0
import ImprintRuntime

/// Candidates compared with those references that can be, and the references that cannot.
struct ComparedTemplates {
  /// In the order of candidates, then of references.
  var pairs: [(candidate: Int, reference: Int, comparison: Comparison)] = []
  var skipped: [Authentication.Skipped] = []
  /// Why a candidate could be compared with none of the references that are this algorithm's, by its index.
  var refusals: [Int: PluginCallError] = [:]
}

extension TemplateMatcher {
  /// Compares candidates, which are this algorithm's, with all references that are.
  /// - Throws: ``PluginCallError`` where the plugin fails. A payload that it cannot read is no failure.
  func compareAll(_ candidates: [Template], with references: [Template]) throws -> ComparedTemplates {
    var compared = ComparedTemplates()
    var readable: [Int] = []
    for (index, reference) in references.enumerated() {
      do {
        try check(reference)
        readable.append(index)
      } catch {
        compared.skipped.append(.init(reference: index, format: reference.format, reason: error))
      }
    }
    // A payload that the plugin refuses says only by its partners which of the two is at fault.
    for (candidate, probe) in candidates.enumerated() {
      var refusal: PluginCallError?
      let before = compared.pairs.count
      for reference in readable {
        do {
          compared.pairs.append((candidate, reference, try compare(probe, with: references[reference])))
        } catch let error as PluginCallError where error.isAboutATemplate {
          refusal = refusal ?? error
        }
      }
      if compared.pairs.count == before { compared.refusals[candidate] = refusal }
    }
    let met = Set(compared.pairs.map(\.reference))
    for index in readable where !met.contains(index) {
      compared.skipped.append(
        .init(reference: index, format: references[index].format, reason: .unreadablePayload))
    }
    compared.skipped.sort { $0.reference < $1.reference }
    return compared
  }

  /// The error where no reference can be compared, which says what there is instead.
  func nothingComparable(_ skipped: [Authentication.Skipped]) -> MatchingError {
    .nothingComparable(
      found: TemplateFormatCount.of(skipped.map(\.format)), of: format.modality,
      algorithm: format.algorithm, reads: format.readsVersions)
  }
}

extension PluginCallError {
  /// Whether one of the two templates is at fault, and not the plugin.
  fileprivate var isAboutATemplate: Bool {
    code == .templateFormat || code == .templateVersion || code == .templateDamaged
  }
}
