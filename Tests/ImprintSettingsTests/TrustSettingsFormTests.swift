// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@testable import ImprintSettings

@Suite struct TrustSettingsFormTests {
  private let hash = String(repeating: "0a", count: 32)

  private func read(_ text: String) throws(ManifestError) -> TrustSettings {
    try SettingsReader.trustSettings(bytes: Array(text.utf8), place: "trust.yaml")
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let key = try #require(ContentHash(hex: hash))
    let settings = TrustSettings(
      signatures: .require, roots: ["root.pem", "/etc/acme \"x\".pem"],
      publishers: [
        .init(name: "Acme: 1"), .init(key: key), .init(name: "#", key: key),
        .init(
          key: key, ids: [try #require(PluginIDPrefix("org.example")), try #require(PluginIDPrefix("a.b"))]),
      ],
      allowed: [
        .init(plugin: "org.example.a", sha256: key, note: "why - not"),
        .init(plugin: "org.example.b", sha256: key),
      ],
      revocations: "list.sig", conformance: .required, waived: ["load.describe-in-time"])
    #expect(try read(settings.yaml) == settings)
    #expect(try read(TrustSettings().yaml) == TrustSettings())
  }

  @Test(arguments: [
    "signatures: sometimes", "signature: require", "roots: [a, a]",
    "publishers: [{}]", "publishers: [{key: abc}]",
    "allowed: [{plugin: org.example.a}]", "conformance: maybe",
    // A name may be certified again under another root: ids are bound to a key.
    "publishers: [{name: Acme, ids: [org.example]}]",
    "publishers: [{name: Acme, key: KEY, ids: []}]", "publishers: [{key: KEY, ids: [org]}]",
    "publishers: [{key: KEY, ids: ['org.example*']}]", "publishers: [{key: KEY, ids: [Org.Example]}]",
    "publishers: [{key: KEY, ids: org.example}]",
    "waived: [security.undeclared-access]", "waived: [package.one-export]", "waived: [load.starts-nothing]",
    "waived: [everything]",
  ])
  func settingsWithAMistakeAreRefused(line: String) throws {
    let line = line.replacing("KEY", with: hash)
    let error = try #require(throws: ManifestError.self) { try read("schema: \"1.0\"\n\(line)\n") }
    #expect(error.problems.contains { $0.line == 2 }, "\(error)")
  }

  @Test func aPrefixIsReadWithOrWithoutItsLastDot() throws {
    for prefix in ["org.example", "org.example."] {
      let settings = try read("schema: \"1.0\"\npublishers: [{key: \(hash), ids: [\(prefix)]}]\n")
      #expect(settings.publishers.first?.ids == [try #require(PluginIDPrefix("org.example"))])
    }
  }

  @Test func settingsOfANewerSchemaAreRefused() {
    #expect(throws: ManifestError.self) { try read("schema: \"1.1\"\n") }
  }
}
