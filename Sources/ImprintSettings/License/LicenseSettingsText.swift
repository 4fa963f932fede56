// SPDX-License-Identifier: Apache-2.0

extension LicenseSettings {
  /// The settings as `license.yaml`; round-trips.
  public var yaml: String {
    var lines = [
      "# Which licence this machine uses; docs/reference/manifest.md explains each key.",
      "schema: \"\(SettingsReader.licenseSchema)\"", "profile: \(Self.quoted(profile))",
    ]
    if product != profile { lines.append("product: \(Self.quoted(product))") }
    lines.append("trustAnchors: \(Self.quoted(trustAnchors))")
    let texts = [
      ("server", server), ("apiKeyFile", apiKeyFile), ("tlsRoots", tlsRoots), ("proxy", proxy),
    ]
    for case (let key, let text?) in texts { lines.append("\(key): \(Self.quoted(text))") }
    if allowsInsecureHTTP { lines.append("allowInsecureHttp: true") }
    if forbidsTrial { lines.append("trial: forbidden") }
    if !pins.isEmpty { lines.append("pins:") }
    for pin in pins {
      lines.append("  - host: \(Self.quoted(pin.host))")
      lines.append("    keys:")
      for key in pin.keys { lines.append("      - \(Self.quoted(key))") }
      if let expires = pin.expires { lines.append("    expires: \(Self.quoted(expires))") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A JSON string is also a YAML string.
  private static func quoted(_ text: String) -> String { JSONValue.string(text).text }
}
