// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/finger-explainer.yaml and
// imprint/draft/finger-explainer.h; change that, not this.
// swift-format-ignore-file
import CImprint

extension ProvidedFingerExplainer: ProvidedObject {}

/// The C table of `imprint.finger-explainer/1`; every plugin and opening shares it.
extension FingerExplainerTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table = lasting(imp_finger_explainer_ability(
    size: structSize(imp_finger_explainer_ability.self), reserved: 0,
    create: { it, options, explainer in
      OpenedPlugin.from(it).make(explainer, "finger explainer") { it throws(PluginFailure) in
        try FingerExplainerTable.create(it, lent(options, \.size, "options"))
      }
    },
    explain: { it, probe, probeVersion, reference, referenceVersion, explained, explanation in
      ProvidedFingerExplainer.from(it).answer { it throws(PluginFailure) in
        var told = try lent(explanation, \.size, "explanation")
        try it.explain(
          lentBytes(probe, "probe"), probeVersion, lentBytes(reference, "reference"), referenceVersion,
          LentBuffer(explained, "explained"), &told)
        explanation.pointee = told
      }
    },
    destroy: { ProvidedFingerExplainer.release($0) }))
}
