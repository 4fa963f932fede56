// SPDX-License-Identifier: Apache-2.0

/// Builds typed trust settings from a validated tree.
struct TrustSettingsBuilder {
  private let take: SchemaBuilder

  init(file: String) {
    take = SchemaBuilder(file: file)
  }

  func settings(_ root: YamlNode) throws(ManifestProblem) -> TrustSettings {
    TrustSettings(
      signatures: try word(root, "signatures"),
      roots: try take.list(root, "roots") { $0.text },
      publishers: try take.list(root, "publishers") { publisher throws(ManifestProblem) in
        TrustSettings.Publisher(
          name: publisher["name"]?.text, key: publisher["key"] == nil ? nil : try hash(publisher, "key"),
          ids: try take.list(publisher, "ids") { $0.text.flatMap { PluginIDPrefix($0) } })
      },
      allowed: try take.list(root, "allowed") { plugin throws(ManifestProblem) in
        TrustSettings.AllowedPlugin(
          plugin: try take.text(plugin, "plugin"), sha256: try hash(plugin, "sha256"),
          note: plugin["note"]?.text)
      },
      revocations: root["revocations"]?.text,
      conformance: try word(root, "conformance"), waived: try take.list(root, "waived") { $0.text })
  }

  private func word<Word: RawRepresentable<String>>(
    _ root: YamlNode, _ key: String
  ) throws(ManifestProblem) -> Word? {
    root[key] == nil ? nil : try take.convert(root, key) { $0.text.flatMap(Word.init(rawValue:)) }
  }

  private func hash(_ node: YamlNode, _ key: String) throws(ManifestProblem) -> ContentHash {
    try take.convert(node, key) { $0.text.flatMap { ContentHash(hex: $0) } }
  }
}
