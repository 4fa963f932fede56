// SPDX-License-Identifier: Apache-2.0

/// Makes a typed variant of a tree that passed all checks.
struct VariantBuilder {
  private let take: SchemaBuilder

  init(file: String) {
    take = SchemaBuilder(file: file)
  }

  func variant(_ root: YamlNode) throws(ManifestProblem) -> VariantManifest {
    VariantManifest(
      schema: try take.convert(root, "schema") { $0.text.flatMap { SchemaVersion($0) } },
      variant: try take.text(root, "variant"),
      summary: try take.text(root, "summary"),
      abilities: try take.abilities(root, "abilities"),
      plugins: try take.list(root, "plugins") { $0.text },
      features: root["features"] == nil ? nil : try take.list(root, "features") { $0.text },
      extraFeatures: try take.list(root, "extraFeatures") { $0.text },
      isolation: try isolation(root["isolation"]),
      network: try take.list(root, "network") { $0.text })
  }

  private func isolation(_ node: YamlNode?) throws(ManifestProblem) -> PluginIsolation {
    guard let node else { return .inProcess }
    let plugins = try take.list(node, "plugins") { item throws(ManifestProblem) in
      (id: try take.text(item, "plugin"), isolation: try take.word(item, "in") as Isolation)
    }
    // The rules refuse a plugin that is named twice.
    return PluginIsolation(
      try take.word(node, "default", default: .inProcess),
      plugins: Dictionary(plugins.map { ($0.id, $0.isolation) }) { first, _ in first })
  }
}
