// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

extension Matcher {
  /// Explains why two fingers are as alike as ``compare(probe:reference:)`` says, by the same plugin. It is
  /// compared again, and an explanation of another similarity, or one whose shares do not add up to it, is
  /// refused. A comparison and an explanation by the plugin; any thread.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.finger-explainer/1`, or one
  ///   that does not explain this format; `template-format`, `template-version`, `template-damaged`;
  ///   `entitlement`; `internal` where the answer is not what the contract allows.
  @available(*, noasync)
  public func explainFingers(
    probe: TemplatePayload, reference: TemplatePayload
  ) throws(PluginCallError) -> FingerExplanation {
    let (create, function) = ("finger-explainer.create", "finger-explainer.explain")
    let similarity = try compare(probe: probe, reference: reference)
    let explainer = try format.algorithm.lend { name in
      var options = imp_finger_explainer_options(
        size: UInt32(MemoryLayout<imp_finger_explainer_options>.size), threads: 1, format: name)
      return Result { () throws(PluginCallError) in
        try PluginObject(
          of: matcher.plugin, imp_finger_explainer_ability.self, function: create, destroy: \.destroy
        ) { $0.pointee.create($1, &options, $2) }
      }
    }.get()
    var explanation = imp_finger_explanation()
    explanation.size = UInt32(MemoryLayout<imp_finger_explanation>.size)
    var explained = [UInt8](repeating: 0, count: FingerExplanation.mostBytes)
    var length = 0
    try explainer.callFromAnyThread(function) {
      probe.bytes.lend { left in
        reference.bytes.lend { right in
          explained.withUnsafeMutableBufferPointer { room in
            var buffer = imp_buffer(data: room.baseAddress, capacity: room.count, length: 0)
            defer { length = buffer.length }
            return explainer.table.pointee.explain(
              explainer.object, left, probe.version, right, reference.version, &buffer, &explanation)
          }
        }
      }
    }
    do {
      return try FingerExplanation(explained, length: length, explanation, of: similarity)
    } catch {
      throw explainer.misbehaved(function, error.sentence)
    }
  }
}
