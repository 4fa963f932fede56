// SPDX-License-Identifier: Apache-2.0

/// The constraints between the keys of licence settings.
enum LicenseSettingsRules {
  static func check(_ root: YamlNode, into problems: inout ProblemList) {
    // If it is not a map, that is already reported.
    guard case .map = root.content else { return }
    for key in ["profile", "trustAnchors"] where root[key] == nil {
      problems.add(
        .missingKey, at: root.start, key: key, reason: "'\(key)' is missing.",
        remedy: "Add it. Only `trial: forbidden` may stand alone, in the machine's own settings.")
    }
    for (index, pin) in (root["pins"]?.items ?? []).enumerated() {
      // If malformed, that is already reported.
      guard let node = pin["expires"], let text = node.text, text.utf8.count == 10, CalendarDay(text) == nil
      else { continue }
      problems.add(
        .wrongForm, at: node.start, key: "pins[\(index)].expires",
        reason: "There is no day \(Shown.quoted(text)).", remedy: "Write a day that exists.")
    }
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
