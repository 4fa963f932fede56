// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintManifest

@Suite struct ServerSettingsTests {
  private let good = """
    schema: "1.0"
    name: Example
    hosts: [licenses.example.com, 192.0.2.1]
    port: 9443
    keyRate: {perSecond: 2.5, burst: 10}
    token:
      uri: pkcs11:token=licences;object=signing
      module: /usr/lib/module.so
      pinFile: /etc/imprint/pin

    """

  private func read(_ old: String, _ new: String) throws(ManifestError) -> ServerSettings {
    try ManifestReader.serverSettings(
      bytes: Array(good.replacing(old, with: new).utf8), place: "server.yaml")
  }

  @Test func goodSettingsGiveTheirValues() throws {
    let settings = try read("", "")
    #expect(settings.name == "Example")
    #expect(settings.hosts == ["licenses.example.com", "192.0.2.1"])
    #expect(settings.listen == "127.0.0.1")
    #expect(settings.port == 9443)
    #expect(settings.tls)
    #expect(settings.keyRate == .init(perSecond: 2.5, burst: 10))
    #expect(settings.visitorRate == nil)
    #expect(settings.token?.pin == .file("/etc/imprint/pin"))
  }

  @Test(arguments: [
    ("schema: \"1.0\"", "schema: \"2.0\"", "other-schema 1:9"),
    ("schema: \"1.0\"", "schema: \"1.1\"", "newer-schema 1:9"),
    ("name: Example\n", "", "missing-key 1:1"),
    ("name: Example", "name: \(String(repeating: "é", count: 25))", "wrong-form 2:7"),
    ("[licenses.example.com, 192.0.2.1]", "[]", "wrong-count 3:8"),
    ("192.0.2.1", "\"*.example.com\"", "wrong-form 3:31"), ("9443", "70000", "out-of-range 4:7"),
    ("keyRate", "keyrate", "unknown-key 5:1"), ("burst: 10", "burst: 0", "out-of-range 5:34"),
    ("  pinFile: /etc/imprint/pin\n", "", "missing-key 7:3"),
    ("  pinFile", "  pinVariable: PIN\n  pinFile", "wrong-form 10:12"),
    ("/usr/lib/module.so", "module.so", "wrong-form 8:11"),
  ])
  func badSettingsAreRefused(old: String, new: String, expected: String) {
    let error = #expect(throws: ManifestError.self) { try read(old, new) }
    #expect(error?.problems.map { "\($0.code.rawValue) \($0.line):\($0.column)" } == [expected])
  }

  @Test func writtenSettingsAreReadBackTheSame() throws {
    var settings = try read("", "")
    settings.name = "An \"authority\" of ä: #1"
    settings.listen = "::"
    settings.tls = false
    settings.metrics = .nobody
    settings.visitorRate = .init(perSecond: 0, burst: 1)
    settings.token?.pin = .variable("TOKEN_PIN")
    #expect(
      try ManifestReader.serverSettings(bytes: Array(settings.yaml.utf8), place: "server.yaml") == settings)
  }
}
