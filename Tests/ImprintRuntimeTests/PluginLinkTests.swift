// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintFiles
import ImprintManifest
import ImprintModel
import ImprintTrust
import TestSupport
import Testing

@testable import ImprintRuntime

/// Links in a plugin's folder: who looks through a plugin and who opens it say the same.
struct PluginLinkTests {
  private static let id = "org.example.fixture"

  struct Link: Sendable, CustomTestStringConvertible {
    let name: String
    let isRefused: Bool
    /// Changes the root; its plugin's folder is `plugins/org.example.fixture`.
    let make: @Sendable (_ root: String, _ folder: String) throws -> Void
    var testDescription: String { name }
  }

  /// Moves a file or folder away and leaves a link to it.
  private static func replace(_ path: String, movedTo target: String) throws {
    try FileManager.default.moveItem(atPath: path, toPath: target)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  static let links: [Link] = [
    Link(name: "nothing", isRefused: false) { _, _ in },
    Link(name: "the library, to outside", isRefused: true) { root, folder in
      try replace("\(folder)/libFixture.so", movedTo: "\(root)/lib.so")
    },
    Link(name: "the library, to beside it", isRefused: true) { _, folder in
      try FileManager.default.moveItem(atPath: "\(folder)/libFixture.so", toPath: "\(folder)/libFixture.so.1")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/libFixture.so", withDestinationPath: "libFixture.so.1")
    },
    Link(name: "the manifest", isRefused: true) { root, folder in
      try replace("\(folder)/plugin.yaml", movedTo: "\(root)/plugin.yaml")
    },
    Link(name: "a model", isRefused: true) { root, folder in
      try replace("\(folder)/models/model.bin", movedTo: "\(root)/model.bin")
    },
    Link(name: "the models' folder", isRefused: true) { root, folder in
      try replace("\(folder)/models", movedTo: "\(root)/models")
    },
    Link(name: "the signature", isRefused: true) { root, folder in
      try replace("\(folder)/plugin.sig", movedTo: "\(root)/plugin.sig")
    },
    Link(name: "a conformance result", isRefused: true) { root, folder in
      try Data("x".utf8).write(to: URL(filePath: "\(root)/conformance.sig"))
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/conformance.sig", withDestinationPath: "\(root)/conformance.sig")
    },
    Link(name: "another file", isRefused: true) { _, folder in
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/NOTICE", withDestinationPath: "/etc/hostname")
    },
    Link(name: "a folder among the models", isRefused: true) { _, folder in
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/models/more", withDestinationPath: "/etc")
    },
    Link(name: "one that leads nowhere", isRefused: true) { _, folder in
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/models/gone", withDestinationPath: "nowhere")
    },
    Link(name: "one that leads to itself", isRefused: true) { _, folder in
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/loop", withDestinationPath: "loop")
    },
    // How the folder is found is its owner's affair.
    Link(name: "the plugin's folder", isRefused: false) { root, folder in
      try replace(folder, movedTo: "\(root)/elsewhere")
    },
    Link(name: "the folder of all plugins", isRefused: false) { root, _ in
      try replace("\(root)/plugins", movedTo: "\(root)/all")
    },
    Link(name: "a second name for the library", isRefused: false) { root, folder in
      try FileManager.default.linkItem(atPath: "\(folder)/libFixture.so", toPath: "\(root)/lib.so")
    },
  ]

  private func installed() throws -> TemporaryFolder {
    var plugin = FixturePlugin()
    let model = Array("the model".utf8)
    plugin.manifest.models = [(name: "model.bin", sha256: ContentHash(of: model).hex, bytes: model.count)]
    plugin.models["model.bin"] = model
    let root = try plugin.install()
    try ReadPlugin.read("\(root.path)/plugins/\(Self.id)").sign(with: TestTrust.key(), at: TestTrust.time)
    return root
  }

  private func opens(_ root: TemporaryFolder, _ trust: PluginTrust) -> Bool {
    let runtime = PluginRuntime(root, trust: trust)
    guard let found = runtime.catalog.found.first else { return false }
    return (try? runtime.openBlocking(found)) != nil
  }

  private func passes(_ folder: String, _ trust: PluginTrust) -> Bool {
    guard let read = try? ReadPlugin.read(folder), (try? read.judgeLibraryFile()) != nil else { return false }
    return (try? trust.examine(PluginEvidence(read))) != nil
  }

  @Test(arguments: links)
  func readingAndOpeningAgree(_ link: Link) throws {
    let root = try installed()
    let folder = "\(root.path)/plugins/\(Self.id)"
    try link.make(root.path, folder)
    let required = PluginTrust.standard(
      named: try TestTrust.requireSignatures(in: root), memory: TrustMemory(folder: "\(root.path)/memory"))
    for trust in [required, PluginTrust.off] {
      #expect(passes(folder, trust) == !link.isRefused, "\(trust.mode)")
      #expect(opens(root, trust) == !link.isRefused, "\(trust.mode)")
    }
  }

  @Test func theErrorNamesTheLink() throws {
    let root = try installed()
    let folder = "\(root.path)/plugins/\(Self.id)"
    try Self.replace("\(folder)/libFixture.so", movedTo: "\(root.path)/lib.so")
    let skip = try #require(PluginCatalog.discover(only(root)).skipped.first)
    #expect(skip.error.code == .trustFile && skip.error.place == "\(folder)/libFixture.so")
    #expect(skip.error.reason.contains("link"))
    let reading = try #require(throws: TrustError.self) { try ReadPlugin.read(folder) }
    #expect(reading.place == skip.error.place && reading.code == .file)
  }

  @Test func aLinkIsSeenBeforeASlashWithAnAccent() throws {
    let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/models", withDestinationPath: elsewhere.path)
    // Nothing of that name is there: whoever says so has looked behind the link.
    #expect(throws: FileProblem.link) { try RegularFile("models/\u{301}x", in: folder.path).size }
  }
}
