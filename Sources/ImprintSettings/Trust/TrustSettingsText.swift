// SPDX-License-Identifier: Apache-2.0

extension TrustSettings {
  /// The settings as `trust.yaml`; round-trips.
  public var yaml: String {
    var lines = [
      "# Which plugins may be used; docs/reference/trust.md explains it.",
      "schema: \"\(SettingsReader.trustSchema)\"",
    ]
    if let signatures { lines.append("signatures: \(Self.quoted(signatures.rawValue))") }
    if !roots.isEmpty { lines += ["roots:"] + roots.map { "  - \(Self.quoted($0))" } }
    lines += Self.list(
      "publishers",
      publishers.map {
        [
          ("name", $0.name.map(Self.quoted)), ("key", $0.key.map { Self.quoted($0.hex) }),
          ("ids", $0.ids.isEmpty ? nil : Self.flow($0.ids.map(\.text))),
        ]
      })
    lines += Self.list(
      "allowed",
      allowed.map {
        [
          ("plugin", Self.quoted($0.plugin)), ("sha256", Self.quoted($0.sha256.hex)),
          ("note", $0.note.map(Self.quoted)),
        ]
      })
    if let revocations { lines.append("revocations: \(Self.quoted(revocations))") }
    if let conformance { lines.append("conformance: \(Self.quoted(conformance.rawValue))") }
    if !waived.isEmpty { lines.append("waived: \(Self.flow(waived))") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func list(_ key: String, _ items: [[(String, String?)]]) -> [String] {
    guard !items.isEmpty else { return [] }
    var lines = ["\(key):"]
    for item in items {
      var mark = "-"
      for case (let name, let text?) in item {
        lines.append("  \(mark) \(name): \(text)")
        mark = " "
      }
    }
    return lines
  }

  private static func flow(_ texts: [String]) -> String {
    "[\(texts.map(quoted).joined(separator: ", "))]"
  }

  /// A JSON string is also a YAML string.
  private static func quoted(_ text: String) -> String { JSONValue.string(text).text }
}
