// SPDX-License-Identifier: Apache-2.0

/// Builds typed licence settings from a validated tree.
struct LicenseSettingsBuilder {
  private let take: SchemaBuilder

  init(file: String) {
    take = SchemaBuilder(file: file)
  }

  func settings(_ root: YamlNode) throws(ManifestProblem) -> LicenseSettings {
    LicenseSettings(
      profile: try take.text(root, "profile"),
      product: root["product"]?.text,
      trustAnchors: try take.text(root, "trustAnchors"),
      server: root["server"]?.text,
      apiKeyFile: root["apiKeyFile"]?.text,
      tlsRoots: root["tlsRoots"]?.text,
      pins: try take.list(root, "pins") { pin throws(ManifestProblem) in
        LicenseSettings.Pin(
          host: try take.text(pin, "host"), keys: try take.list(pin, "keys") { $0.text },
          expires: pin["expires"]?.text)
      },
      proxy: root["proxy"]?.text,
      allowsInsecureHTTP: root["allowInsecureHttp"]?.boolean ?? LicenseSchema.Defaults.allowInsecureHttp,
      forbidsTrial: root["trial"]?.text == "forbidden")
  }
}
