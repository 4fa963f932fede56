// SPDX-License-Identifier: Apache-2.0

extension ServerSettings {
  /// The settings as `server.yaml`; round-trips.
  public var yaml: String {
    var lines = [
      "# How this licence server serves; docs/reference/manifest.md explains each key.",
      "schema: \"\(SettingsReader.serverSchema)\"", "name: \(Self.quoted(name))",
      "# What devices reach it by; after a change: imprint-lkms renew-certificates", "hosts:",
    ]
    lines += hosts.map { "  - \(Self.quoted($0))" }
    lines += [
      "listen: \(Self.quoted(listen))", "port: \(port)", "tls: \(tls)", "metrics: \(metrics.rawValue)",
    ]
    if let visitorRate { lines.append("visitorRate: \(Self.text(visitorRate))") }
    if let keyRate { lines.append("keyRate: \(Self.text(keyRate))") }
    if let proxy {
      lines += ["proxy:", "  header: \(Self.quoted(proxy.header))", "  trusted:"]
      lines += proxy.trusted.map { "    - \(Self.quoted("\($0.address.text)/\($0.bits)"))" }
    }
    if let token {
      lines += ["token:", "  uri: \(Self.quoted(token.uri))", "  module: \(Self.quoted(token.module))"]
      switch token.pin {
      case .file(let path): lines.append("  pinFile: \(Self.quoted(path))")
      case .variable(let name): lines.append("  pinVariable: \(Self.quoted(name))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(_ rate: Rate) -> String { "{perSecond: \(rate.perSecond), burst: \(rate.burst)}" }

  /// A JSON string is also a YAML string.
  private static func quoted(_ text: String) -> String { JSONValue.string(text).text }
}
