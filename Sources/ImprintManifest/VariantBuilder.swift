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
      extraFeatures: try take.list(root, "extraFeatures") { $0.text })
  }
}
