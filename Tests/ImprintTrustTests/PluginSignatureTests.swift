// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintCertificates
import TestSupport
import Testing

@testable import ImprintTrust

/// What was signed is what is there, and nothing else is.
struct PluginSignatureTests {
  /// The refusal of what a change left.
  private func refusal(_ change: (SignedFolder) throws -> Void) throws -> TrustError {
    let plugin = try SignedFolder()
    try change(plugin)
    return try #require(throws: TrustError.self) { try plugin.verdict() }
  }

  @Test func aSignedPluginOfAnAllowedPublisherMayBeUsed() throws {
    let plugin = try SignedFolder()
    let verdict = try plugin.verdict()
    #expect(verdict.signer?.name == TestTrust.name)
    #expect(verdict.signer?.key == (try TestTrust.publisher().key))
    #expect(verdict.signer?.root == "CN=Tests plugin root")
    #expect(verdict.allowance == .publisher)
    #expect(verdict.warnings.isEmpty)
  }

  @Test(arguments: ["libFixture.so", "NOTICE", "plugin.yaml"])
  func oneChangedByteIsNamed(name: String) throws {
    let error = try refusal {
      // In a manifest, a bit that keeps it a manifest.
      if name == "plugin.yaml" {
        try $0.write(
          try String(contentsOfFile: "\($0.folder)/plugin.yaml", encoding: .utf8).replacing(
            "Fixture\n", with: "Fixturf\n"),
          to: name)
      } else {
        try $0.flip(name)
      }
    }
    #expect(error.code == .contentsDiffer)
    #expect(error.place.hasSuffix("/\(SignedFolder.id)/\(name)"))
    #expect(error.reason.contains("SHA-256") && !error.remedy.isEmpty)
  }

  @Test func aChangedModelIsNamedWhenThePluginIsReadWhole() throws {
    let plugin = try SignedFolder()
    try plugin.flip("models/face.bin")
    let error = try #require(throws: TrustError.self) { try ReadPlugin.read(plugin.folder) }
    #expect(error.code == .contentsDiffer)
    #expect(error.place.hasSuffix("/models/face.bin"))
  }

  @Test func aModelAndItsManifestChangedTogetherAreRefused() throws {
    let error = try refusal {
      try $0.write("b model", to: "models/face.bin")
      let text = try String(contentsOfFile: "\($0.folder)/plugin.yaml", encoding: .utf8)
      try $0.write(
        text.replacing(
          ContentHash(of: Array("a model".utf8)).hex, with: ContentHash(of: Array("b model".utf8)).hex),
        to: "plugin.yaml")
    }
    #expect(error.code == .contentsDiffer)
    #expect(error.place.hasSuffix("/plugin.yaml"))
  }

  @Test func aManifestWithoutItsLicenceFeaturesIsRefused() throws {
    let plugin = try SignedFolder { $0.features = ["VERIF"] }
    let text = try String(contentsOfFile: "\(plugin.folder)/plugin.yaml", encoding: .utf8)
    try plugin.write(text.replacing("features: [VERIF]", with: "features: []"), to: "plugin.yaml")
    let error = try #require(throws: TrustError.self) { try plugin.verdict() }
    #expect(error.code == .contentsDiffer)
    #expect(error.place.hasSuffix("/plugin.yaml"))
  }

  @Test func aFileThatWasAddedOrWentIsNamed() throws {
    let added = try refusal { try $0.write("more", to: "models/more.bin") }
    #expect(added.code == .contentsDiffer && added.place.hasSuffix("/models/more.bin"))
    let hidden = try refusal { try $0.write("more", to: ".more") }
    #expect(hidden.code == .contentsDiffer && hidden.place.hasSuffix("/.more"))
    let gone = try refusal { try FileManager.default.removeItem(atPath: "\($0.folder)/NOTICE") }
    #expect(gone.code == .contentsDiffer && gone.place.hasSuffix("/NOTICE"))
  }

  @Test func aLinkInThePluginIsRefused() throws {
    let error = try refusal {
      try FileManager.default.removeItem(atPath: "\($0.folder)/NOTICE")
      try FileManager.default.createSymbolicLink(
        atPath: "\($0.folder)/NOTICE", withDestinationPath: "plugin.yaml")
    }
    #expect(error.code == .file && error.place.hasSuffix("/NOTICE"))
  }

  @Test func theSignatureOfAnotherPluginIsRefused() throws {
    let other = try SignedFolder { $0.version = "2.0.0" }
    let error = try refusal {
      try $0.write(
        try String(contentsOfFile: "\(other.folder)/plugin.sig", encoding: .utf8), to: "plugin.sig")
    }
    #expect(error.code == .contentsDiffer && error.place.hasSuffix("/plugin.sig"))
  }

  @Test func everyChangedByteOfTheSignatureIsRefused() throws {
    let plugin = try SignedFolder()
    let document = Array(try Data(contentsOf: URL(filePath: "\(plugin.folder)/plugin.sig")))
    let policy = try plugin.policy(TrustSettings(signatures: .require))
    let read = try ReadPlugin.read(plugin.folder)
    // Every byte but the line feed at the end; a stride keeps the test short.
    for index in stride(from: 0, to: document.count - 1, by: 7) {
      var changed = document
      changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      let evidence = PluginEvidence(
        folder: plugin.folder, contents: read.contents, library: read.manifest.library.file,
        signature: changed)
      let error = #expect(throws: TrustError.self, "byte \(index)") {
        try TrustJudge(policy: policy).judge(evidence, known: KnownPlugin())
      }
      #expect(
        [.badSignature, .unknownPublisher].contains(error?.code),
        "byte \(index): \(String(describing: error))")
    }
    for length in stride(from: 0, to: document.count - 2, by: 97) {
      let evidence = PluginEvidence(
        folder: plugin.folder, contents: read.contents, library: read.manifest.library.file,
        signature: Array(document[..<length]))
      #expect(throws: TrustError.self) {
        try TrustJudge(policy: policy).judge(evidence, known: KnownPlugin())
      }
    }
  }

  @Test func aDamagedSignatureIsRefusedWithWarnToo() throws {
    let plugin = try SignedFolder()
    try plugin.write("not a signature", to: "plugin.sig")
    let error = try #require(throws: TrustError.self) { try plugin.verdict(TrustSettings(signatures: .warn)) }
    #expect(error.code == .badSignature)
  }

  @Test func anotherKindOfDocumentIsNoSignature() throws {
    let plugin = try SignedFolder()
    let list = RevocationList(name: "tests", number: 1, time: TestTrust.time)
    try plugin.write(try list.signed(with: Self.revoker()), to: "plugin.sig")
    let error = try #require(throws: TrustError.self) { try plugin.verdict() }
    #expect(error.code == .badSignature && error.reason.contains("imprint-plugin+jws"))
  }

  static func revoker() throws -> PublisherKey {
    let publisher = try TestTrust.publisher()
    return try PublisherKey(
      keyPEM: publisher.text(of: "revocations.key") ?? "",
      certificatesPEM: publisher.text(of: "revocations.pem") ?? "")
  }

  @Test func aCertificateForSomethingElseSignsNoPlugin() throws {
    let plugin = try SignedFolder(isSigned: false)
    let error = try #require(throws: TrustError.self) { try plugin.sign(with: Self.revoker()) }
    #expect(error.code == .key && error.reason.contains("plugin signing"))
    // By its own hand, verifiers refuse it.
    let publisher = try TestTrust.publisher()
    let signer = try KeySigner(
      pem: publisher.text(of: "revocations.key") ?? "",
      chain: DERCertificate.chain(pem: publisher.text(of: "revocations.pem") ?? ""))
    let signature = PluginSignature(try ReadPlugin.read(plugin.folder).contents, time: TestTrust.time)
    try plugin.write(try signer.document(signature.json, of: .plugin), to: "plugin.sig")
    let refused = try #require(throws: TrustError.self) { try plugin.verdict() }
    #expect(refused.code == .unknownPublisher && refused.reason.contains("plugin signing"))
  }

  @Test func anExpiredCertificateSignsNothingMore() throws {
    let plugin = try SignedFolder(isSigned: false)
    let late = try TestTrust.key().certificateEnd + 1
    #expect(try #require(throws: TrustError.self) { try plugin.sign(at: late) }.code == .key)
  }

  @Test func aSignatureOutlivesItsCertificate() throws {
    // Nothing asks what time it is now: what was signed in time stays good.
    let plugin = try SignedFolder(isSigned: false)
    try plugin.sign(at: try TestTrust.key().certificateEnd)
    #expect(try plugin.verdict().allowance == .publisher)
  }

  @Test func theHashOfThePluginIsWhatSha256sumSays() throws {
    let plugin = try SignedFolder()
    let contents = try ReadPlugin.read(plugin.folder).contents
    #expect(contents.files.map(\.name) == ["NOTICE", "libFixture.so", "models/face.bin"])
    let lines =
      "\(contents.manifest)  plugin.yaml\n"
      + contents.files.map { "\($0.sha256)  \($0.name)\n" }.joined()
    #expect(contents.sha256 == ContentHash(of: Array(lines.utf8)))
    // The signature is no part of it.
    try FileManager.default.removeItem(atPath: "\(plugin.folder)/plugin.sig")
    #expect(try ReadPlugin.read(plugin.folder).contents == contents)
  }

  @Test(arguments: [
    "", ".", "..", "a//b", "../a", "a/../b", "/a", "a/", "a\\b", "a\nb", "é", "a/b/c/d/e",
    String(repeating: "a", count: 256),
  ])
  func noFileHasSuchAName(name: String) {
    #expect(!PluginContents.isName(name))
  }

  @Test func aPayloadWithAnUnknownMemberIsRefused() throws {
    let contents = PluginContents(
      plugin: "org.example.a", version: SemanticVersion(major: 1, minor: 0, patch: 0),
      manifest: ContentHash(of: []), files: [.init(name: "a", bytes: 1, sha256: ContentHash(of: []))])
    let signature = PluginSignature(contents, time: TestTrust.time)
    #expect(try PluginSignature(json: signature.json, place: "x") == signature)
    guard case .object(var members) = signature.json else { return }
    members.append(("unless", .bool(true)))
    let error = #expect(throws: TrustError.self) {
      try PluginSignature(json: .object(members), place: "x")
    }
    #expect(error?.code == .badSignature)
    members.removeLast()
    members[5] = (
      "files",
      .array([
        .object([
          ("name", .string("../a")), ("bytes", .integer(1)), ("sha256", .string(ContentHash(of: []).hex)),
        ])
      ])
    )
    #expect(throws: TrustError.self) { try PluginSignature(json: .object(members), place: "x") }
  }
}
