// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@testable import ImprintManifest

@Suite struct TrustSettingsFormTests {
  private let hash = String(repeating: "0a", count: 32)

  private func read(_ text: String) throws(ManifestError) -> TrustSettings {
    try ManifestReader.trustSettings(bytes: Array(text.utf8), place: "trust.yaml")
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let key = try #require(ContentHash(hex: hash))
    let settings = TrustSettings(
      signatures: .require, roots: ["root.pem", "/etc/acme \"x\".pem"],
      publishers: [.init(name: "Acme: 1"), .init(key: key), .init(name: "#", key: key)],
      allowed: [
        .init(plugin: "org.example.a", sha256: key, note: "why - not"),
        .init(plugin: "org.example.b", sha256: key),
      ],
      revocations: "list.sig", conformance: .required)
    #expect(try read(settings.yaml) == settings)
    #expect(try read(TrustSettings().yaml) == TrustSettings())
  }

  @Test(arguments: [
    "signatures: sometimes", "signature: require", "roots: [a, a]",
    "publishers: [{}]", "publishers: [{key: abc}]",
    "allowed: [{plugin: org.example.a}]", "conformance: maybe",
  ])
  func settingsWithAMistakeAreRefused(line: String) throws {
    let error = try #require(throws: ManifestError.self) { try read("schema: \"1.0\"\n\(line)\n") }
    #expect(error.problems.contains { $0.line == 2 }, "\(error)")
  }

  @Test func settingsOfANewerSchemaAreRefused() {
    #expect(throws: ManifestError.self) { try read("schema: \"1.1\"\n") }
  }
}
