// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// Builds a typed variant from a validated tree.
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
      abilities: try take.needs(root, "abilities"),
      writes: try take.list(root, "writes") { $0.text },
      plugins: try take.list(root, "plugins") { $0.text },
      features: root["features"] == nil ? nil : try take.list(root, "features") { $0.text },
      extraFeatures: try take.list(root, "extraFeatures") { $0.text },
      isolation: try isolation(root["isolation"]),
      network: try take.list(root, "network") { $0.text })
  }

  private func isolation(_ node: YamlNode?) throws(ManifestProblem) -> PluginIsolation {
    guard let node else { return .inProcess }
    var plugins: [String: Isolation] = [:]
    for item in node["plugins"]?.items ?? [] {
      let id = try take.text(item, "plugin")
      guard plugins[id] == nil else {
        throw ManifestProblem(
          .repeated, file: take.file, line: item.start.line, column: item.start.column,
          key: "isolation.plugins", reason: "'\(id)' is named twice.", remedy: "Name each plugin once.")
      }
      plugins[id] = try take.word(item, "in")
    }
    return PluginIsolation(try take.word(node, "default", default: .inProcess), plugins: plugins)
  }
}
