// SPDX-License-Identifier: Apache-2.0

/// Builds typed server settings from a validated tree.
struct ServerSettingsBuilder {
  private let take: SchemaBuilder

  init(file: String) {
    take = SchemaBuilder(file: file)
  }

  func settings(_ root: YamlNode) throws(ManifestProblem) -> ServerSettings {
    var settings = ServerSettings(
      name: try take.text(root, "name"), hosts: try take.list(root, "hosts") { $0.text })
    settings.listen = root["listen"]?.text ?? settings.listen
    settings.port = root["port"]?.integer ?? settings.port
    settings.tls = root["tls"]?.boolean ?? settings.tls
    settings.metrics = try take.word(root, "metrics", default: settings.metrics)
    settings.visitorRate = try rate(root["visitorRate"])
    settings.keyRate = try rate(root["keyRate"])
    settings.proxy = try proxy(root["proxy"])
    settings.token = try token(root["token"])
    return settings
  }

  private func rate(_ node: YamlNode?) throws(ManifestProblem) -> ServerSettings.Rate? {
    guard let node else { return nil }
    return ServerSettings.Rate(
      perSecond: try take.number(node, "perSecond"), burst: try take.number(node, "burst"))
  }

  private func proxy(_ node: YamlNode?) throws(ManifestProblem) -> ServerSettings.Proxy? {
    guard let node else { return nil }
    var proxy = ServerSettings.Proxy(
      trusted: try take.list(node, "trusted") { $0.text.flatMap { NetworkRange($0) } })
    proxy.header = node["header"]?.text ?? proxy.header
    return proxy
  }

  private func token(_ node: YamlNode?) throws(ManifestProblem) -> ServerSettings.Token? {
    guard let node else { return nil }
    let pin: ServerSettings.PIN
    if let file = node["pinFile"]?.text {
      pin = .file(file)
    } else {
      pin = .variable(try take.text(node, "pinVariable"))
    }
    return ServerSettings.Token(
      uri: try take.text(node, "uri"), module: try take.text(node, "module"), pin: pin)
  }
}
