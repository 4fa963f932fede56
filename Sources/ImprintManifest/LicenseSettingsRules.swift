// SPDX-License-Identifier: Apache-2.0

/// What must hold between the keys of licence settings.
enum LicenseSettingsRules {
  static func check(_ root: YamlNode, into problems: inout ProblemList) {
    guard let server = root["server"] else { return }
    if root["apiKeyFile"] == nil {
      problems.add(
        .missingKey, at: server.start, key: "apiKeyFile",
        reason: "There is a server, and no 'apiKeyFile' to show it.",
        remedy: "Name the file with the API key, or remove 'server' to activate with files.")
    }
    if let text = server.text, text.hasPrefix("http:"), root["allowInsecureHttp"]?.boolean != true {
      problems.add(
        .wrongForm, at: server.start, key: "server",
        reason: "The server is without TLS, and 'allowInsecureHttp' does not permit that.",
        remedy: "Use https, or set 'allowInsecureHttp: true' on a machine for development.")
    }
  }
}
