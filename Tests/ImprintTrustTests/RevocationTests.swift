// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

@testable import ImprintTrust

/// What was taken back stays away, and the list cannot be taken away either.
struct RevocationTests {
  private let plugin: SignedFolder

  init() throws { plugin = try SignedFolder() }

  private func put(_ change: (inout RevocationList) throws -> Void, number: Int = 1) throws {
    var list = RevocationList(name: "tests", number: number, time: TestTrust.time)
    try change(&list)
    try plugin.home.write(
      try list.signed(with: PluginSignatureTests.revoker()), to: "settings/revocations.sig")
  }

  private let settings = TrustSettings(signatures: .require, revocations: "revocations.sig")

  private func refusal() throws -> TrustError {
    try #require(throws: TrustError.self) { try plugin.verdict(settings) }
  }

  private func signer() throws -> StatementSigner { try #require(try plugin.verdict().signer) }

  @Test func aListThatNamesNothingOfItLetsItPass() throws {
    try put {
      $0.versions = [.init(plugin: "org.example.other", below: SemanticVersion(major: 9, minor: 0, patch: 0))]
    }
    #expect(try plugin.verdict(settings).allowance == .publisher)
  }

  @Test func aRevokedCertificateOfTheChainIsRefused() throws {
    let chain = try signer().chain
    #expect(chain.count == 2)
    for certificate in chain {
      try put { $0.certificates = [.sha256(certificate.sha256)] }
      #expect(try refusal().code == .publisherRevoked)
      try put { $0.certificates = [.serial(certificate.serial, issuer: certificate.issuer)] }
      #expect(try refusal().code == .publisherRevoked)
      try put { $0.certificates = [.serial(certificate.serial, issuer: "CN=Another")] }
      #expect(try plugin.verdict(settings).allowance == .publisher)
    }
  }

  @Test func aCertificateIsNamedByItsFile() throws {
    let pem = try #require(try TestTrust.publisher().text(of: "publisher.pem"))
    try put { $0.certificates = try RevocationList.certificates(pem: pem, place: "publisher.pem") }
    #expect(try refusal().code == .publisherRevoked)
  }

  @Test func revokedContentsAreRefused() throws {
    try put { $0.plugins = [try ReadPlugin.read(plugin.folder).contents.sha256] }
    #expect(try refusal().code == .pluginRevoked)
  }

  @Test func versionsBelowAreRefusedAndTheNextOneIsNot() throws {
    try put {
      $0.versions = [.init(plugin: SignedFolder.id, below: SemanticVersion(major: 1, minor: 0, patch: 1))]
    }
    let error = try refusal()
    #expect(error.code == .pluginRevoked && error.remedy.contains("1.0.1"))
    try put {
      $0.versions = [.init(plugin: SignedFolder.id, below: SemanticVersion(major: 1, minor: 0, patch: 0))]
    }
    #expect(try plugin.verdict(settings).allowance == .publisher)
  }

  @Test func withoutTheListThatIsNamedNothingIsTrusted() throws {
    let error = try #require(throws: TrustError.self) { try plugin.policy(settings) }
    #expect(error.code == .revocations && error.place.hasSuffix("revocations.sig"))
  }

  @Test func aDamagedListIsNotTrusted() throws {
    try put { _ in }
    let file = "\(plugin.home.path)/settings/revocations.sig"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try plugin.home.write(String(text.dropLast(9)), to: "settings/revocations.sig")
    #expect(try #require(throws: TrustError.self) { try plugin.policy(settings) }.code == .revocations)
  }

  @Test func aPublisherCannotRevoke() throws {
    let list = RevocationList(name: "tests", number: 1, time: TestTrust.time)
    let error = try #require(throws: TrustError.self) { try list.signed(with: TestTrust.key()) }
    #expect(error.code == .key)
  }

  @Test func anOlderListThanWasSeenIsRefused() throws {
    try put({ _ in }, number: 7)
    _ = try plugin.verdict(settings)
    try put({ _ in }, number: 6)
    let error = try refusal()
    #expect(error.code == .revocations && error.reason.contains("6") && error.reason.contains("7"))
    try put({ _ in }, number: 8)
    #expect(try plugin.verdict(settings).allowance == .publisher)
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let list = RevocationList(
      name: "tests", number: 3, time: TestTrust.time,
      certificates: [.sha256(ContentHash(of: [1])), .serial("0a0b", issuer: "CN=Tests")],
      plugins: [ContentHash(of: [2])],
      versions: [.init(plugin: "org.example.a", below: SemanticVersion(major: 1, minor: 2, patch: 3))])
    #expect(try RevocationList(json: list.json, place: "list") == list)
    #expect(throws: TrustError.self) {
      try RevocationList(name: "a name", number: 1, time: TestTrust.time).signed(
        with: PluginSignatureTests.revoker())
    }
  }

  @Test func anImportedListTakesThePlaceOfAnOlderOne() async throws {
    let path = try TestTrust.requireSignatures(in: plugin.home)
    func list(_ number: Int) throws -> [UInt8] {
      Array(
        try RevocationList(name: "tests", number: number, time: TestTrust.time).signed(
          with: PluginSignatureTests.revoker()
        ).utf8)
    }
    let (first, place) = try await RevocationImport.take(list(2), into: path, memory: plugin.memory)
    #expect(first.number == 2)
    #expect(try TrustSettingsFile.read(path).settings.revocations == place)
    await #expect(throws: TrustError.self) {
      try await RevocationImport.take(list(1), into: path, memory: plugin.memory)
    }
    _ = try await RevocationImport.take(list(3), into: path, memory: plugin.memory)
    let trust = PluginTrust.standard(named: path, memory: plugin.memory)
    #expect(try trust.policy.get().revocations.map(\.number) == [3])
  }
}
