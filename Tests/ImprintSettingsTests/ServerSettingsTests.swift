// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintSettings

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
    try SettingsReader.serverSettings(
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

  @Test func proxiesAreRead() throws {
    let settings = try read("port: 9443", "proxy: {trusted: [192.0.2.1, \"2001:db8::/32\"]}")
    #expect(settings.proxy?.header == "X-Forwarded-For")
    #expect(
      settings.proxy?.trusted == [NetworkRange("192.0.2.1"), NetworkRange("2001:db8::/32")].compactMap { $0 })
    #expect(try read("", "").proxy == nil)
  }

  @Test(arguments: [
    ("proxy: {trusted: []}", "wrong-count 4:18"), ("proxy: {}", "missing-key 4:8"),
    ("proxy: {trusted: [\"0.0.0.0/0\"]}", "wrong-form 4:19"),
    ("proxy: {trusted: [\"::/0\"]}", "wrong-form 4:19"),
    ("proxy: {trusted: [192.0.2.1/24]}", "wrong-form 4:19"), ("proxy: {trusted: [proxy]}", "wrong-form 4:19"),
    ("proxy: {trusted: [10.0.0.0/99]}", "wrong-form 4:19"),
    ("proxy: {header: Forwarded, trusted: [192.0.2.1]}", "wrong-form 4:17"),
    ("proxy: {header: \"X Y\", trusted: [192.0.2.1]}", "wrong-form 4:17"),
  ])
  func badProxiesAreRefused(proxy: String, expected: String) {
    let error = #expect(throws: ManifestError.self) { try read("port: 9443", proxy) }
    #expect(error?.problems.map { "\($0.code.rawValue) \($0.line):\($0.column)" } == [expected])
  }

  @Test func writtenSettingsAreReadBackTheSame() throws {
    var settings = try read("", "")
    settings.name = "An \"authority\" of ä: #1"
    settings.listen = "::"
    settings.tls = false
    settings.metrics = .nobody
    settings.visitorRate = .init(perSecond: 0, burst: 1)
    settings.proxy = .init(
      header: "X-Real-IP", trusted: [NetworkRange("192.0.2.0/25"), NetworkRange("fd00::1")].compactMap { $0 })
    settings.token?.pin = .variable("TOKEN_PIN")
    #expect(
      try SettingsReader.serverSettings(bytes: Array(settings.yaml.utf8), place: "server.yaml") == settings)
  }
}
