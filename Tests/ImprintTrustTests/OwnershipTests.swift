// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

@testable import ImprintTrust

/// Ids belong to publishers: by what the settings state, or by who was first.
struct OwnershipTests {
  private let stage: TrustStage
  private let acme: CastPublisher
  private let evil: CastPublisher
  private let own = [PluginIDPrefix("org.example")].compactMap { $0 }
  private let id = SignedFolder.id

  init() throws {
    stage = try TrustStage()
    acme = try CastPublisher("Acme")
    evil = try CastPublisher("Evil")
  }

  private func version(_ text: String) throws -> SemanticVersion { try #require(SemanticVersion(text)) }

  @Test func anotherAllowedPublishersPluginOfAnIdThatWasUsedIsRefused() throws {
    let trust = try stage.trust([acme, evil])
    #expect(refusal(try stage.plugin(by: acme.key), trust) == nil)
    let foreign = try stage.plugin("9.9.9", by: evil.key)
    let error = try #require(throws: TrustError.self) { try foreign.verdict(trust) }
    #expect(error.code == .otherPublisher)
    #expect(error.reason.contains("'Acme'") && error.reason.contains("'Evil'"))
    #expect(error.remedy.contains("sdkctl plugin allow \(foreign.folder) --ids \(id)"))
    // It left nothing behind: the rightful one is no older, and goes on.
    #expect(refusal(try stage.plugin("1.0.0", by: acme.key), trust) == nil)
    #expect(try stage.memory.version(of: id) == version("1.0.0"))
  }

  @Test func whoIsStatedHasTheIdAlthoughAnotherWasFirst() throws {
    // Without the statement Evil was first, with a high version.
    #expect(refusal(try stage.plugin("9.9.9", by: evil.key), try stage.trust([acme, evil])) == nil)
    let stated = try stage.trust(
      [acme, evil],
      [.init(name: "Acme", key: acme.key.keyHash, ids: own), .init(name: "Evil", key: evil.key.keyHash)])
    #expect(refusal(try stage.plugin("9.9.9", by: evil.key), stated) == .otherPublisher)
    #expect(refusal(try stage.plugin("1.0.0", by: acme.key), stated) == nil)
    // Its own versions are remembered all the same.
    #expect(refusal(try stage.plugin("2.0.0", by: acme.key), stated) == nil)
    #expect(refusal(try stage.plugin("1.9.0", by: acme.key), stated) == .olderThanSeen)
  }

  @Test func aPublisherWithIdsIsAllowedForThoseAlone() throws {
    let other = [try #require(PluginIDPrefix("org.examples"))]
    let trust = try stage.trust([acme], [.init(key: acme.key.keyHash, ids: other)])
    let error = try #require(throws: TrustError.self) {
      try stage.plugin(by: acme.key).verdict(trust)
    }
    #expect(error.code == .notAllowed && error.reason.contains("org.examples alone"))
  }

  @Test func ofTwoStatementsTheLongerOneCounts() throws {
    let exactly = [try #require(PluginIDPrefix(id))]
    let trust = try stage.trust(
      [acme, evil],
      [.init(key: acme.key.keyHash, ids: own), .init(key: evil.key.keyHash, ids: exactly)])
    #expect(refusal(try stage.plugin(by: evil.key), trust) == nil)
    #expect(refusal(try stage.plugin(by: acme.key), trust) == .otherPublisher)
  }

  @Test func theSameNameUnderAnotherRootIsAnotherPublisher() throws {
    let namesake = try CastPublisher("Acme")
    // A name alone allows both of them.
    let trust = try stage.trust([acme, namesake], [.init(name: "Acme")])
    #expect(refusal(try stage.plugin(by: acme.key), trust) == nil)
    let error = try #require(throws: TrustError.self) {
      try stage.plugin("9.9.9", by: namesake.key).verdict(trust)
    }
    #expect(error.code == .otherPublisher)
    // Both are 'Acme': their keys tell them apart.
    #expect(error.reason.contains(acme.key.keyHash.hex.prefix(12)))
    #expect(error.reason.contains(namesake.key.keyHash.hex.prefix(12)))
  }

  @Test(arguments: ["acme", "ACME", "\u{410}cme", "Acme ", "Acm\u{435}", "Acme\u{200B}"])
  func aNameThatLooksLikeTheOwnersIsAnother(name: String) throws {
    let trust = try stage.trust([acme], [.init(name: "Acme"), .init(name: name)])
    #expect(refusal(try stage.plugin(by: acme.key), trust) == nil)
    let likeness = try stage.plugin("2.0.0", by: acme.anotherKey(named: name))
    #expect(refusal(likeness, trust) == .otherPublisher)
  }

  @Test func spellingsThatUnicodeHoldsForTheSameAreTwoPublishers() throws {
    let composed = try CastPublisher("Caf\u{E9}")
    let trust = try stage.trust([composed], [.init(name: "Caf\u{E9}"), .init(name: "Cafe\u{301}")])
    #expect(refusal(try stage.plugin(by: composed.key), trust) == nil)
    let decomposed = try stage.plugin("2.0.0", by: composed.anotherKey(named: "Cafe\u{301}"))
    #expect(refusal(decomposed, trust) == .otherPublisher)
  }

  @Test func aNewKeyUnderTheSameRootIsTheSamePublisher() throws {
    let next = try acme.anotherKey()
    let trust = try stage.trust(
      [acme], [.init(name: "Acme", key: acme.key.keyHash), .init(name: "Acme", key: next.keyHash)])
    #expect(refusal(try stage.plugin("1.5.0", by: acme.key), trust) == nil)
    #expect(refusal(try stage.plugin("2.0.0", by: next), trust) == nil)
    // What it used with the new key counts for the old one.
    #expect(refusal(try stage.plugin("1.5.0", by: acme.key), trust) == .olderThanSeen)
  }

  @Test func keysThatAreStatedForOneIdAreOnePublishersWhateverCertifiesThem() throws {
    let moved = try CastPublisher("Acme Holding")
    let trust = try stage.trust(
      [acme, moved], [.init(key: acme.key.keyHash, ids: own), .init(key: moved.key.keyHash, ids: own)])
    #expect(refusal(try stage.plugin("1.5.0", by: acme.key), trust) == nil)
    #expect(refusal(try stage.plugin("2.0.0", by: moved.key), trust) == nil)
    #expect(refusal(try stage.plugin("1.5.0", by: acme.key), trust) == .olderThanSeen)
  }

  @Test func anIdOfARevokedPublisherIsNobodyElses() throws {
    #expect(refusal(try stage.plugin(by: acme.key), try stage.trust([acme, evil])) == nil)
    // As where its root or its entry is taken out: what it had is not free.
    let without = try stage.trust([evil])
    #expect(refusal(try stage.plugin("2.0.0", by: evil.key), without) == .otherPublisher)
  }

  @Test func contentsThatAreAllowedMakeNobodyTheOwner() throws {
    let unsigned = try stage.plugin("5.0.0", by: nil)
    let contents = try ReadPlugin.read(unsigned.folder).contents.sha256
    let trust = try stage.trust([acme, evil]) {
      $0.signatures = .warn
      $0.allowed = [.init(plugin: id, sha256: contents)]
    }
    #expect(refusal(unsigned, trust) == nil)
    #expect(try stage.memory.known(id).owner == nil)
    // Its version is nobody's: the first publisher's is not older, and it is the first one.
    #expect(refusal(try stage.plugin("1.0.0", by: acme.key), trust) == nil)
    #expect(refusal(try stage.plugin("9.0.0", by: evil.key), trust) == .otherPublisher)
    // What was allowed by its hash is used on.
    #expect(refusal(unsigned, trust) == nil)
  }

  @Test func contentsAreAllowedInAnothersPlaceOnPurposeOnly() throws {
    let trust = try stage.trust([acme, evil])
    #expect(refusal(try stage.plugin(by: acme.key), trust) == nil)
    let foreign = try ReadPlugin.read(try stage.plugin("1.0.0", by: evil.key).folder)
    var change = TrustChange(
      of: TrustSettingsFile(path: "\(stage.home.path)/u.yaml", origin: .user, settings: TrustSettings()),
      flavour: .debug)
    let error = try #require(throws: TrustError.self) { try change.allow(foreign, under: trust) }
    #expect(error.code == .otherPublisher && error.remedy.contains("--replace-publisher"))
    #expect(change.told.isEmpty)
    try change.allow(foreign, replacingPublisher: true, under: trust)
    #expect(change.told.contains { $0.contains("belongs to 'Acme'") })
  }

  @Test func anIdChangesHandsByOneStatement() throws {
    let trust = try stage.trust([acme, evil], [.init(key: acme.key.keyHash, ids: own)])
    #expect(refusal(try stage.plugin("3.0.0", by: acme.key), trust) == nil)
    let plugin = try stage.plugin("1.0.0", by: evil.key)
    #expect(refusal(plugin, trust) == .otherPublisher)
    var file = try #require(try trust.policy.get().files.first)
    var change = TrustChange(of: file, flavour: .release)
    let read = try ReadPlugin.read(plugin.folder)
    #expect(
      try #require(throws: TrustError.self) {
        try change.allowPublisher(of: read, ids: [try #require(PluginIDPrefix("com.evil"))], under: trust)
      }.code == .notAllowed)
    try change.allowPublisher(of: read, ids: [try #require(PluginIDPrefix(id))], under: trust)
    #expect(
      change.told.contains { $0.contains("belonged to") && $0.contains(acme.key.keyHash.hex.prefix(12)) })
    file.settings = change.file.settings
    let after = PluginTrust(try TrustPolicy(TrustSearch(files: [file])), memory: stage.memory)
    // Its version is measured by its own.
    #expect(refusal(plugin, after) == nil)
    #expect(refusal(try stage.plugin("3.0.0", by: acme.key), after) == .otherPublisher)
  }

  /// - Returns: what is told, and who may use the plugin by the settings as they are then.
  private func statement(
    _ ids: String, for plugin: SignedFolder, under trust: PluginTrust
  ) throws -> (told: [String], after: PluginTrust) {
    var file = try #require(try trust.policy.get().files.first)
    var change = TrustChange(of: file, flavour: .release)
    try change.allowPublisher(
      of: try ReadPlugin.read(plugin.folder), ids: [try #require(PluginIDPrefix(ids))], under: trust)
    file.settings = change.file.settings
    return (change.told, PluginTrust(try TrustPolicy(TrustSearch(files: [file])), memory: stage.memory))
  }

  @Test func aStatementThatAnothersLongerOneOutdoesIsNotMade() throws {
    let exactly = [try #require(PluginIDPrefix(id))]
    let trust = try stage.trust([acme, evil], [.init(key: acme.key.keyHash, ids: exactly)])
    let plugin = try stage.plugin(by: evil.key)
    let error = try #require(throws: TrustError.self) {
      try statement("org.example", for: plugin, under: trust)
    }
    #expect(error.code == .otherPublisher && error.remedy.contains("--ids \(id)"))
    // As long as the other's it makes one publisher of both, and says so.
    let (told, after) = try statement(id, for: plugin, under: trust)
    #expect(told.contains { $0.contains("now both have it") })
    #expect(refusal(plugin, after) == nil)
    #expect(refusal(try stage.plugin(by: acme.key), after) == nil)
  }

  @Test func aStatementForAKeyOfANewNameIsAnEntryOfItsOwn() throws {
    let renewed = try acme.renewedKey(named: "Acme Holding")
    let trust = try stage.trust([acme], [.init(name: "Acme", key: acme.key.keyHash, ids: own)])
    let plugin = try stage.plugin(by: renewed)
    #expect(refusal(plugin, trust) == .otherPublisher)
    #expect(refusal(plugin, try statement(id, for: plugin, under: trust).after) == nil)
  }

  @Test func whereNobodyWasFirstAPluginOfAnotherPublisherBesideItIsAsGoodAClaim() throws {
    let trust = try stage.trust([acme, evil])
    let rightful = try stage.plugin("1.0.0", by: acme.key)
    let foreign = try ReadPlugin.read(try stage.plugin("9.9.9", by: evil.key).folder)
    let evidence = PluginEvidence(foreign).beside(PluginEvidence.Rival.read([rightful.folder]))
    let error = try #require(throws: TrustError.self) { try trust.examine(evidence) }
    #expect(error.code == .otherPublisher && error.reason.contains(rightful.folder))
    // A folder of somebody whom nothing allows claims nothing, and no more does a damaged signature.
    #expect(try stage.trust([evil]).examine(evidence).allowance == .publisher)
    try rightful.write("e30.e30.AAAA", to: "plugin.sig")
    let damaged = PluginEvidence(foreign).beside(PluginEvidence.Rival.read([rightful.folder]))
    #expect(try trust.examine(damaged).allowance == .publisher)
  }

  @Test func ofTwoThatTakeAnIdAtOnceOneHasIt() async throws {
    let trust = try stage.trust([acme, evil])
    let plugins = [try stage.plugin(by: acme.key), try stage.plugin("9.9.9", by: evil.key)]
    // All are judged before any has it.
    let judged = try (0..<8).map { round in
      let evidence = PluginEvidence(try ReadPlugin.read(plugins[round % 2].folder))
      return (evidence, try trust.examine(evidence))
    }
    let taken = await withTaskGroup(of: (Int, Bool).self) { group in
      for (round, (evidence, verdict)) in judged.enumerated() {
        group.addTask { (round % 2, (try? trust.claim(evidence, verdict)) != nil) }
      }
      return await group.reduce(into: [(Int, Bool)]()) { $0.append($1) }
    }
    let winners = Set(taken.filter(\.1).map(\.0))
    #expect(winners.count == 1 && taken.filter(\.1).count == 4, "\(taken)")
  }

  @Test func aClaimThatNothingCameOfIsTakenBack() throws {
    let trust = try stage.trust([acme, evil])
    let evidence = PluginEvidence(try ReadPlugin.read(try stage.plugin(by: evil.key).folder))
    try trust.claim(evidence, try trust.examine(evidence)).withdraw()
    #expect(try stage.memory.known(id).owner == nil)
    #expect(refusal(try stage.plugin(by: acme.key), trust) == nil)
  }

  @Test func aClaimByANewCertificateOfTheOwnersKeyIsTakenBackWithoutDamage() throws {
    let renewed = try acme.renewedKey(named: "Acme Holding")
    let trust = try stage.trust([acme, evil], [.init(key: acme.key.keyHash), .init(key: evil.key.keyHash)])
    #expect(refusal(try stage.plugin("1.5.0", by: acme.key), trust) == nil)
    let evidence = PluginEvidence(try ReadPlugin.read(try stage.plugin("2.0.0", by: renewed).folder))
    // As where a package is installed, and its library is refused.
    try trust.claim(evidence, try trust.examine(evidence)).withdraw()
    #expect(try stage.memory.known(id).owner != nil)
    // The memory can be read, and the id is whose it was.
    #expect(refusal(try stage.plugin("9.9.9", by: evil.key), trust) == .otherPublisher)
    #expect(refusal(try stage.plugin("1.4.0", by: acme.key), trust) == .olderThanSeen)
    #expect(refusal(try stage.plugin("1.5.0", by: acme.key), trust) == nil)
  }
}
