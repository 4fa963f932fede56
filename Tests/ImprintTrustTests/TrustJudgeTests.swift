// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

@testable import ImprintTrust

/// The gates: who signed it, and who allowed it.
struct TrustJudgeTests {
  private func allowed(_ plugin: SignedFolder) throws -> TrustSettings.AllowedPlugin {
    .init(plugin: SignedFolder.id, sha256: try ReadPlugin.read(plugin.folder).contents.sha256)
  }

  private func code(_ plugin: SignedFolder, _ settings: TrustSettings, knowsPublisher: Bool = true)
    -> TrustError.Code?
  {
    do {
      _ = try plugin.verdict(settings, knowsPublisher: knowsPublisher)
      return nil
    } catch {
      return (error as? TrustError)?.code
    }
  }

  @Test func withoutASignatureRequireRefusesWhateverIsAllowed() throws {
    let plugin = try SignedFolder(isSigned: false)
    #expect(
      code(plugin, TrustSettings(signatures: .require, allowed: [try allowed(plugin)])) == .notSigned)
  }

  @Test func withoutASignatureWarnAsksForTheContents() throws {
    let plugin = try SignedFolder(isSigned: false)
    #expect(code(plugin, TrustSettings(signatures: .warn)) == .notAllowed)
    let verdict = try plugin.verdict(TrustSettings(signatures: .warn, allowed: [try allowed(plugin)]))
    #expect(verdict.allowance == .contents && verdict.signer == nil)
    #expect(verdict.warnings == ["\(SignedFolder.id) is not signed."])
    try plugin.write("another library", to: "libFixture.so")
    let other = TrustSettings(
      signatures: .warn, allowed: [.init(plugin: SignedFolder.id, sha256: verdict.sha256)])
    let error = try #require(throws: TrustError.self) { try plugin.verdict(other) }
    #expect(error.code == .notAllowed && error.reason.contains("other contents"))
    #expect(error.remedy == "Allow it: sdkctl plugin allow \(plugin.folder)")
  }

  @Test func aRootAloneAllowsNobody() throws {
    let plugin = try SignedFolder()
    var policy = try plugin.policy(TrustSettings(signatures: .require))
    policy = try TrustPolicy(
      TrustSearch(
        files: policy.files.map {
          var file = $0
          file.settings.publishers = []
          return file
        }), flavour: .release)
    let error = try #require(throws: TrustError.self) {
      try plugin.verdict(PluginTrust(policy, memory: plugin.memory))
    }
    #expect(error.code == .notAllowed && error.reason.contains("'Tests'"))
    #expect(error.remedy.contains("--publisher"))
  }

  @Test func aPublisherNobodyStandsForIsRefusedOrWarnedOf() throws {
    let plugin = try SignedFolder()
    #expect(
      code(
        plugin, TrustSettings(signatures: .require, publishers: [.init(name: TestTrust.name)]),
        knowsPublisher: false)
        == .unknownPublisher)
    // Its name is not believed either.
    #expect(
      code(
        plugin, TrustSettings(signatures: .warn, publishers: [.init(name: TestTrust.name)]),
        knowsPublisher: false)
        == .notAllowed)
    let verdict = try plugin.verdict(
      TrustSettings(signatures: .warn, allowed: [try allowed(plugin)]), knowsPublisher: false)
    #expect(verdict.signer == nil && verdict.warnings.first?.contains("CN=Tests") == true)
  }

  @Test func anotherRootOfTheSameNameStandsForNobody() throws {
    let plugin = try SignedFolder()
    let impostor = try PublisherIdentity.create(name: TestTrust.name, now: TestTrust.time)
    try plugin.sign(
      with: PublisherKey(
        keyPEM: impostor.text(of: "publisher.key") ?? "",
        certificatesPEM: impostor.text(of: "publisher.pem") ?? ""))
    #expect(code(plugin, TrustSettings(signatures: .require)) == .unknownPublisher)
  }

  @Test func aPublishersEntryHoldsAsAWhole() throws {
    let plugin = try SignedFolder()
    let key = try TestTrust.publisher().key
    let other = ContentHash(of: [1])
    let entries: [(TrustSettings.Publisher, Bool)] = [
      (.init(key: key), true), (.init(name: TestTrust.name, key: key), true),
      (.init(name: "Somebody", key: key), false), (.init(name: TestTrust.name, key: other), false),
      (.init(name: "tests"), false), (.init(), false),
    ]
    for (entry, isGood) in entries {
      var file = try #require(try plugin.policy().files.first)
      file.settings.publishers = [entry]
      file.settings.signatures = .require
      let policy = try TrustPolicy(TrustSearch(files: [file]), flavour: .debug)
      let trust = PluginTrust(policy, memory: plugin.memory)
      if isGood {
        #expect(try plugin.verdict(trust).allowance == .publisher)
      } else {
        #expect(try #require(throws: TrustError.self) { try plugin.verdict(trust) }.code == .notAllowed)
      }
    }
  }

  @Test func offAsksNothing() throws {
    let plugin = try SignedFolder(isSigned: false)
    let verdict = try plugin.verdict(TrustSettings(signatures: .off))
    #expect(verdict.allowance == .unasked)
  }

  @Test func anOlderVersionThanWasUsedIsRefusedUntilItIsForgotten() throws {
    let newer = try SignedFolder { $0.version = "1.10.0" }
    let settings = TrustSettings(signatures: .require)
    _ = try newer.verdict(PluginTrust(newer.policy(settings), memory: newer.memory))
    let older = try SignedFolder { $0.version = "1.9.0" }
    let trust = PluginTrust(try older.policy(settings), memory: newer.memory)
    let error = try #require(throws: TrustError.self) { try older.verdict(trust) }
    #expect(error.code == .olderThanSeen)
    #expect(error.reason.contains("1.9.0") && error.reason.contains("1.10.0"))
    #expect(error.remedy.contains("allow-older \(SignedFolder.id)"))
    #expect(try newer.memory.forget(SignedFolder.id)?.description == "1.10.0")
    #expect(try older.verdict(trust).allowance == .publisher)
  }

  @Test func whoeverOnlyLooksChangesNoMemory() throws {
    let plugin = try SignedFolder()
    let trust = PluginTrust(try plugin.policy(), memory: plugin.memory)
    _ = try trust.examine(PluginEvidence(try ReadPlugin.read(plugin.folder)))
    #expect(try plugin.memory.version(of: SignedFolder.id) == nil)
    _ = try plugin.verdict(trust)
    #expect(try plugin.memory.version(of: SignedFolder.id)?.description == "1.0.0")
  }

  private func result(
    _ library: String = "a library", _ verdict: String = "pass", waived: [String] = [], version: Int = 2
  ) throws -> String {
    try TestTrust.key("conformance").sign(
      .object([
        ("ver", .integer(version)), ("library", .string(ContentHash(of: Array(library.utf8)).hex)),
        ("verdict", .string(verdict)), ("time", .integer(Int(TestTrust.time))),
        (
          "waivers",
          .array(
            waived.map {
              .object([("check", .string($0)), ("reason", .string("known")), ("by", .string("somebody"))])
            })
        ),
      ]), as: .conformance, at: TestTrust.time)
  }

  private var requiringConformance: TrustSettings {
    TrustSettings(
      signatures: .require, publishers: [.init(name: "\(TestTrust.name) conformance")], conformance: .required
    )
  }

  @Test func withoutTheResultThatIsRequiredItIsRefused() throws {
    let plugin = try SignedFolder()
    #expect(code(plugin, requiringConformance) == .notConforming)
    for (library, verdict) in [("another library", "pass"), ("a library", "fail")] {
      try plugin.write(try result(library, verdict), to: PluginContents.conformanceName)
      #expect(code(plugin, requiringConformance) == .notConforming)
    }
    try plugin.write(try result(), to: PluginContents.conformanceName)
    #expect(try plugin.verdict(requiringConformance).allowance == .publisher)
  }

  @Test func aResultOfSomebodyWhomNothingButARootStandsForIsRefused() throws {
    let plugin = try SignedFolder()
    try plugin.write(try result(), to: PluginContents.conformanceName)
    let settings = TrustSettings(signatures: .require, conformance: .required)
    let error = try #require(throws: TrustError.self) { try plugin.verdict(settings) }
    #expect(error.code == .notConforming && error.reason.contains("'Tests conformance'"))
    #expect(error.remedy.contains("sdkctl plugin allow \(plugin.folder) --examiner"))
  }

  @Test func aResultWhoseCertificateIsTakenBackIsRefused() throws {
    let plugin = try SignedFolder()
    try plugin.write(try result(), to: PluginContents.conformanceName)
    var list = RevocationList(name: "tests", number: 1, time: TestTrust.time)
    list.certificates = try RevocationList.certificates(
      pem: try #require(try TestTrust.publisher().text(of: "conformance.pem")), place: "conformance.pem")
    try plugin.home.write(try list.signed(with: TestTrust.key("revocations")), to: "settings/list.sig")
    var settings = requiringConformance
    settings.revocations = "list.sig"
    let error = try #require(throws: TrustError.self) { try plugin.verdict(settings) }
    #expect(error.code == .notConforming && error.reason.contains("revocation list 'tests' number 1"))
  }

  @Test func aWaivedFailureCountsWhereTheSettingsAcceptItAlone() throws {
    let plugin = try SignedFolder()
    let (check, other) = ("load.describe-in-time", "threads.no-more-than-declared")
    try plugin.write(try result(waived: [check, other]), to: PluginContents.conformanceName)
    var settings = requiringConformance
    let error = try #require(throws: TrustError.self) { try plugin.verdict(settings) }
    #expect(error.code == .notConforming && error.reason.contains(check))
    #expect(error.remedy.contains("sdkctl trust conformance required --waived \(check)"))
    settings.waived = [check]
    #expect(code(plugin, settings) == .notConforming)
    settings.waived = [check, other]
    #expect(try plugin.verdict(settings).allowance == .publisher)
  }

  @Test(arguments: [
    "security.undeclared-access", "package.one-export", "load.starts-nothing", "package.new-one",
  ])
  func whatForbidsIsWaivedByNobody(check: String) throws {
    let plugin = try SignedFolder()
    try plugin.write(try result(waived: [check]), to: PluginContents.conformanceName)
    var settings = requiringConformance
    settings.waived = [check]
    let error = try #require(throws: TrustError.self) { try plugin.verdict(settings) }
    #expect(error.code == .notConforming && error.reason.contains("cannot be waived"))
  }

  @Test func aResultWhoseWaiversThePluginCouldMakeIsRefused() throws {
    let plugin = try SignedFolder()
    try plugin.write(try result(version: 1), to: PluginContents.conformanceName)
    let error = try #require(throws: TrustError.self) { try plugin.verdict(requiringConformance) }
    #expect(error.code == .notConforming && error.reason.contains("version 1"))
  }

  @Test func aPublishersKeyStatesNoConformance() throws {
    let error = try #require(throws: TrustError.self) {
      try TestTrust.key().sign(.object([]), as: .conformance, at: TestTrust.time)
    }
    #expect(error.code == .key)
  }
}
