// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

extension SchemaBuilder {
  /// The abilities of a list; none if the key is missing.
  func abilities(_ node: YamlNode, _ key: String) throws(ManifestProblem) -> [AbilityID] {
    try list(node, key) { $0.text.flatMap(AbilityID.init) }
  }
}
