// SPDX-License-Identifier: Apache-2.0
internal import ImprintMatching
internal import ImprintModel
internal import ImprintRuntime

extension TemplateMatcher {
  /// The raw similarities of a finger to those references that can be compared, by their index: one that
  /// cannot be read, or is of another version, does not hide the others.
  /// - Throws: where none could be compared, why the first could not; ``PluginCallError`` where the plugin
  ///   fails or the licence does not cover it.
  func similarities(
    of probe: Template, to references: [Template]
  ) async throws -> [(index: Int, similarity: Float)] {
    try await withoutBlocking { matcher in
      var found: [(index: Int, similarity: Float)] = []
      var refusal: (any Error)?
      for (index, reference) in references.enumerated() {
        do {
          found.append((index, try matcher.compareBlocking(probe, with: reference).similarity))
        } catch let error where error.isAboutATemplate {
          refusal = refusal ?? error
        }
      }
      if found.isEmpty, let refusal { throw refusal }
      return found
    }
  }
}

extension Error {
  /// Whether it is about one of the templates, not the plugin.
  fileprivate var isAboutATemplate: Bool {
    guard let error = self as? PluginCallError else { return self is TemplateError }
    return [.templateFormat, .templateVersion, .templateDamaged].contains(error.code)
  }
}
