// SPDX-License-Identifier: Apache-2.0

/// The constraints between the keys of server settings.
enum ServerSettingsRules {
  static func check(_ root: YamlNode, into problems: inout ProblemList) {
    if let name = root["name"], let text = name.text, text.utf8.count > 48 {
      problems.add(
        .wrongForm, at: name.start, key: "name", reason: "It has \(text.utf8.count) bytes; 48 are possible.",
        remedy: "Choose a shorter name.")
    }
    check(proxy: root["proxy"], into: &problems)
    guard let token = root["token"] else { return }
    if token["pinFile"] == nil, token["pinVariable"] == nil {
      problems.add(
        .missingKey, at: token.start, key: "pinFile",
        reason: "There is a token, and nothing says where its PIN is.",
        remedy: "Name a file with the PIN under 'pinFile', or a variable under 'pinVariable'.")
    }
    if let file = token["pinFile"], token["pinVariable"] != nil {
      problems.add(
        .wrongForm, at: file.start, key: "pinFile", reason: "The PIN is in two places.",
        remedy: "Keep one of 'pinFile' and 'pinVariable'.")
    }
  }

  private static func check(proxy: YamlNode?, into problems: inout ProblemList) {
    if let header = proxy?["header"], header.text?.lowercased() == "forwarded" {
      problems.add(
        .wrongForm, at: header.start, key: "header",
        reason: "'Forwarded' (RFC 7239) has more than addresses in it, and is not read.",
        remedy: "Let the proxy write 'X-Forwarded-For', or another field with nothing but addresses.")
    }
    for item in proxy?["trusted"]?.items ?? [] {
      // Other characters are reported by the schema.
      guard let text = item.text, NetworkRange(text) == nil,
        text.unicodeScalars.allSatisfy({ "0123456789ABCDEFabcdef.:/".unicodeScalars.contains($0) })
      else { continue }
      problems.add(
        .wrongForm, at: item.start, key: "trusted",
        reason: "'\(text.prefix(70))' is no address, and no network that ends in zeros.",
        remedy:
          "Write an address, such as '192.0.2.1', or a network, such as '192.0.2.0/24'; not everybody's, '/0'."
      )
    }
  }
}
