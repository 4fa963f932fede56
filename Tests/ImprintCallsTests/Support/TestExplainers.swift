// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls

/// What a ``TestPlugin`` does in the calls of `imprint.finger-explainer/1`.
struct TestExplainers {
  var onCreate: (imp_finger_explainer_options) -> imp_status = { _ in IMP_OK }
  var onExplain:
    (
      imp_bytes, UInt32, imp_bytes, UInt32, UnsafeMutablePointer<imp_buffer>,
      UnsafeMutablePointer<imp_finger_explanation>
    ) -> imp_status = { _, _, _, _, _, _ in IMP_OK }
}

extension TestPlugin {
  nonisolated(unsafe) static let fingerExplainer = table(
    imp_finger_explainer_ability(
      size: structSize(imp_finger_explainer_ability.self), reserved: 0,
      create: {
        let plugin = TestPlugin.of($0); return plugin.make(plugin.explainers.onCreate($1.pointee), $2)
      },
      explain: { TestPlugin.of($0).explainers.onExplain($1, $2, $3, $4, $5, $6) },
      destroy: { TestPlugin.release($0) }))
}

extension imp_finger_explainer_options {
  static var test: Self { Self(size: structSize(Self.self), threads: 1, format: imp_text()) }
}
