// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

@testable import ImprintTrust

/// A `seen.json` of version 1 knew versions, and no publishers.
struct MemoryMigrationTests {
  private let stage: TrustStage
  private let acme: CastPublisher
  private let evil: CastPublisher
  private let file: String

  init() throws {
    stage = try TrustStage()
    acme = try CastPublisher("Acme")
    evil = try CastPublisher("Evil")
    let folder = try #require(stage.memory.folder)
    // As the version before wrote it.
    try stage.home.write(
      #"{"ver":1,"plugins":{"org.example.fixture":"1.5.0","org.example.other":"2.0.0"},"lists":{"acme":7}}"#,
      to: String(folder.dropFirst(stage.home.path.count + 1)) + "/seen.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
    file = "\(folder)/seen.json"
  }

  @Test func whatWasRememberedStillRefusesAnOlderOne() throws {
    let trust = try stage.trust([acme])
    let older = try stage.plugin("1.4.0", by: acme.key)
    let error = try #require(throws: TrustError.self) { try older.verdict(trust) }
    #expect(error.code == .olderThanSeen && error.remedy.contains("allow-older org.example.fixture"))
    // Nothing is lost by that, and nothing locked: the command helps.
    #expect(try stage.memory.forget("org.example.fixture")?.description == "1.5.0")
    #expect(refusal(older, trust) == nil)
  }

  @Test func theFirstPublisherThatIsNotOlderHasTheIdAndTheVersion() throws {
    let trust = try stage.trust([acme, evil])
    #expect(refusal(try stage.plugin("1.5.0", by: acme.key), trust) == nil)
    #expect(refusal(try stage.plugin("9.9.9", by: evil.key), trust) == .otherPublisher)
    #expect(refusal(try stage.plugin("1.4.0", by: acme.key), trust) == .olderThanSeen)
    let known = try stage.memory.known("org.example.fixture")
    #expect(known.unattributed == nil && known.publishers.map(\.name) == ["Acme"])
  }

  @Test func contentsThatAreAllowedUseNothingUp() throws {
    let unsigned = try stage.plugin("1.6.0", by: nil)
    let contents = try ReadPlugin.read(unsigned.folder).contents.sha256
    let trust = try stage.trust([acme]) {
      $0.signatures = .warn
      $0.allowed = [.init(plugin: SignedFolder.id, sha256: contents)]
    }
    #expect(refusal(unsigned, trust) == nil)
    #expect(refusal(try stage.plugin("1.4.0", by: acme.key), trust) == .olderThanSeen)
  }

  @Test func theRestOfTheFileIsKept() throws {
    try stage.memory.note(try #require(SemanticVersion("1.0.0")), of: "org.example.new")
    #expect(try stage.memory.version(of: "org.example.other")?.description == "2.0.0")
    #expect(try stage.memory.number(ofList: "acme") == 7)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains(#""ver":2"#) && text.contains(#""unattributed":"2.0.0""#))
  }

  @Test func whoeverOnlyLooksLeavesTheOldFileAsItIs() throws {
    let before = try Data(contentsOf: URL(filePath: file))
    _ = try stage.memory.known("org.example.fixture")
    #expect(try Data(contentsOf: URL(filePath: file)) == before)
  }
}
