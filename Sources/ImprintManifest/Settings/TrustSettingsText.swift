// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel

extension TrustSettings {
  /// The settings as `trust.yaml`: read again, they are the same.
  public var yaml: String {
    var lines = [
      "# Which plugins may be used; docs/reference/trust.md explains it.",
      "schema: \"\(ManifestReader.trustSchema)\"",
    ]
    if let signatures { lines.append("signatures: \(Self.quoted(signatures.rawValue))") }
    if !roots.isEmpty { lines += ["roots:"] + roots.map { "  - \(Self.quoted($0))" } }
    lines += Self.list(
      "publishers",
      publishers.map { [("name", $0.name), ("key", $0.key?.hex)] })
    lines += Self.list(
      "allowed", allowed.map { [("plugin", $0.plugin), ("sha256", $0.sha256.hex), ("note", $0.note)] })
    if let revocations { lines.append("revocations: \(Self.quoted(revocations))") }
    if let conformance { lines.append("conformance: \(Self.quoted(conformance.rawValue))") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func list(_ key: String, _ items: [[(String, String?)]]) -> [String] {
    guard !items.isEmpty else { return [] }
    var lines = ["\(key):"]
    for item in items {
      var mark = "-"
      for case (let name, let text?) in item {
        lines.append("  \(mark) \(name): \(quoted(text))")
        mark = " "
      }
    }
    return lines
  }

  /// A JSON text is a YAML text too.
  private static func quoted(_ text: String) -> String { JSONValue.string(text).text }
}
