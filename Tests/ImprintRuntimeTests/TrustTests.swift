// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintManifest
import ImprintModel
import ImprintTrust
import Logging
import TestSupport
import Testing

@testable import ImprintRuntime

/// Who is not trusted runs no code, and what was judged is what is used.
struct TrustTests {
  private static let modelBytes = Array("the model".utf8)

  /// A plugin that leaves a witness when any of its code runs, signed by the tests' publisher.
  private func installed(
    isSigned: Bool = true, features: [String] = []
  ) throws -> (root: TemporaryFolder, witness: String) {
    let root = try TemporaryFolder()
    let witness = "\(root.path)/witness"
    var plugin = FixturePlugin([
      "FIX_TOP":
        "__attribute__((constructor)) static void ran(void){FILE*f=fopen(\"\(witness)\",\"w\");if(f)fclose(f);}"
    ])
    plugin.manifest.features = features
    plugin.manifest.models = [
      (name: "model.bin", sha256: ContentHash(of: Self.modelBytes).hex, bytes: Self.modelBytes.count)
    ]
    plugin.models["model.bin"] = Self.modelBytes
    try plugin.install(in: root)
    if isSigned { try ReadPlugin.read(folder(root)).sign(with: TestTrust.key(), at: TestTrust.time) }
    return (root, witness)
  }

  private func folder(_ root: TemporaryFolder) -> String { "\(root.path)/plugins/org.example.fixture" }

  private func requiring(_ root: TemporaryFolder) throws -> PluginTrust {
    .standard(
      named: try TestTrust.requireSignatures(in: root), memory: TrustMemory(folder: "\(root.path)/memory"))
  }

  private func refusal(_ root: TemporaryFolder) throws -> PluginError {
    let runtime = PluginRuntime(root, trust: try requiring(root))
    let found = try #require(runtime.catalog.found.first)
    return try #require(throws: PluginError.self) { try runtime.openBlocking(found) }
  }

  @Test func aSignedPluginIsOpenedAndSaysWhoSignedIt() throws {
    let (root, witness) = try installed()
    let runtime = PluginRuntime(root, trust: try requiring(root))
    let plugin = try runtime.openBlocking(try #require(runtime.catalog.found.first))
    #expect(plugin.trust.signer?.name == TestTrust.name)
    #expect(FileManager.default.fileExists(atPath: witness))
  }

  @Test func aVersionIsRememberedOnceItWasOpened() throws {
    let root = try TemporaryFolder()
    var broken = FixturePlugin(["FIX_VERSION": "\"9.9.9\""])
    broken.manifest.version = "2.0.0"
    try broken.install(in: root)
    try ReadPlugin.read(folder(root)).sign(with: TestTrust.key(), at: TestTrust.time)
    #expect(try refusal(root).code == .descriptorDiffers)
    let memory = TrustMemory(folder: "\(root.path)/memory")
    #expect(try memory.version(of: "org.example.fixture") == nil)
    try FixturePlugin().install(in: root)
    try ReadPlugin.read(folder(root)).sign(with: TestTrust.key(), at: TestTrust.time)
    let runtime = PluginRuntime(root, trust: try requiring(root))
    _ = try runtime.openBlocking(try #require(runtime.catalog.found.first))
    #expect(try memory.version(of: "org.example.fixture")?.description == "1.0.0")
  }

  @Test func noCodeOfAnotherPublishersPluginOfAnIdThatWasUsedRuns() throws {
    let (root, witness) = try installed()
    let rival = try TestTrust.Rival()
    let trust = PluginTrust.standard(
      named: try TestTrust.requireSignatures(in: root, settings: rival.settings(in: root)),
      memory: TrustMemory(folder: "\(root.path)/memory"))
    func open() throws {
      let runtime = PluginRuntime(root, trust: trust)
      _ = try runtime.openBlocking(try #require(runtime.catalog.found.first))
    }
    try open()
    try FileManager.default.removeItem(atPath: witness)
    try ReadPlugin.read(folder(root)).sign(with: rival.key, at: TestTrust.time)
    let error = try #require(throws: PluginError.self) { try open() }
    #expect(error.code == .otherPublisher && error.remedy.contains("--ids org.example.fixture"))
    #expect(!FileManager.default.fileExists(atPath: witness))
    // The rightful one goes on.
    try ReadPlugin.read(folder(root)).sign(with: TestTrust.key(), at: TestTrust.time)
    try open()
  }

  @Test func aPluginInAnEarlierRootIsNoOwnerBecauseItIsFoundFirst() throws {
    let (system, witness) = try installed()
    let user = try TemporaryFolder()
    try FixturePlugin().install(in: user)
    let rival = try TestTrust.Rival()
    try ReadPlugin.read(folder(user)).sign(with: rival.key, at: TestTrust.time)
    let trust = PluginTrust.standard(
      named: try TestTrust.requireSignatures(in: system, settings: rival.settings(in: system)),
      memory: TrustMemory(folder: "\(system.path)/memory"))
    let catalog = PluginCatalog.discover(
      PluginSearchPath(roots: [
        PluginRoot(path: user.path, origin: .user), PluginRoot(path: system.path, origin: .system),
      ]))
    let found = try #require(catalog.plugin(withID: "org.example.fixture"))
    #expect(found.root.origin == .user && catalog.shadowed(by: found) == [folder(system)])
    let runtime = PluginRuntime(
      catalog: catalog, trust: trust, logger: Logger(label: "tests"), hostName: "tests", hostVersion: "1.0.0")
    let error = try #require(throws: PluginError.self) { try runtime.openBlocking(found) }
    #expect(error.code == .otherPublisher && error.reason.contains(folder(system)))
    #expect(!FileManager.default.fileExists(atPath: witness))
    #expect(throws: PluginError.self) {
      try found.judgeTrust(by: trust, shadowed: catalog.shadowed(by: found))
    }
  }

  @Test func noCodeOfAnUnsignedPluginRuns() throws {
    let (root, witness) = try installed(isSigned: false)
    #expect(try refusal(root).code == .notSigned)
    #expect(!FileManager.default.fileExists(atPath: witness))
  }

  @Test func noCodeOfAChangedLibraryRuns() throws {
    let (root, witness) = try installed()
    let library = URL(filePath: "\(folder(root))/libFixture.so")
    // Behind everything that is loaded: it would run.
    try (Data(contentsOf: library) + [0]).write(to: library)
    let error = try refusal(root)
    #expect(error.code == .contentsDiffer && error.place == library.path)
    #expect(!FileManager.default.fileExists(atPath: witness))
  }

  @Test func aCopyWithoutItsLicenceFeaturesIsRefused() throws {
    let (root, witness) = try installed(features: ["VERIF"])
    let manifest = "\(folder(root))/plugin.yaml"
    let text = try String(contentsOfFile: manifest, encoding: .utf8)
    try Data(text.replacing("features: [VERIF]", with: "features: []").utf8).write(
      to: URL(filePath: manifest))
    let error = try refusal(root)
    #expect(error.code == .contentsDiffer && error.place == manifest)
    #expect(!FileManager.default.fileExists(atPath: witness))
  }

  @Test func theManifestThatWasParsedIsTheOneThatCounts() throws {
    let (root, _) = try installed(features: ["VERIF"])
    let manifest = URL(filePath: "\(folder(root))/plugin.yaml")
    let signed = try Data(contentsOf: manifest)
    let edited = String(decoding: signed, as: UTF8.self).replacing("features: [VERIF]", with: "features: []")
    try Data(edited.utf8).write(to: manifest)
    // Listed while the edited one lies there, which then goes back to the signed one.
    let runtime = PluginRuntime(root, trust: try requiring(root))
    try signed.write(to: manifest)
    let found = try #require(runtime.catalog.found.first)
    let error = try #require(throws: PluginError.self) { try runtime.openBlocking(found) }
    #expect(error.code == .contentsDiffer && error.place == manifest.path)
  }

  @Test func aSignatureThatIsSwappedWithItsLibraryDoesNotReachWhatIsLoaded() throws {
    let (root, _) = try installed()
    let other = try installed()
    let found = try #require(PluginCatalog.discover(only(root)).found.first)
    let trusted = try TrustedPlugin(found, try LibraryJudge.open(found), by: try requiring(root))
    // Between check and load, all of the folder becomes another plugin's.
    for name in ["libFixture.so", "plugin.sig", "plugin.yaml"] {
      try FileManager.default.removeItem(atPath: "\(folder(root))/\(name)")
      try FileManager.default.copyItem(
        atPath: "\(folder(other.root))/\(name)", toPath: "\(folder(root))/\(name)")
    }
    let facts = try LibraryJudge.judge(trusted.library, of: found)
    let library = try JudgedLibrary(trusted.library, facts: facts, path: found.libraryPath).load()
    #expect(try PluginEntry(of: library, place: found.libraryPath).agreedVersion == 1)
    #expect(!FileManager.default.fileExists(atPath: other.witness))
  }

  @Test func aModelThatIsCutWhileItIsLentStaysWhole() throws {
    let (root, _) = try installed()
    let found = try #require(PluginCatalog.discover(only(root)).found.first)
    let models = ModelFiles(of: found)
    let bytes = try models.bytes(of: "model.bin")
    let file = try FileHandle(forWritingTo: URL(filePath: "\(folder(root))/models/model.bin"))
    try file.truncate(atOffset: 0)
    try file.close()
    // Mapped from the file, reading this would end the process with SIGBUS.
    #expect(Array(bytes) == Self.modelBytes)
  }

  @Test func aModelThatWasChangedIsNotLent() throws {
    let (root, _) = try installed()
    try root.write("her model", to: "plugins/org.example.fixture/models/model.bin")
    let found = try #require(PluginCatalog.discover(only(root)).found.first)
    let error = try #require(throws: PluginFileError.self) {
      try ModelFiles(of: found).bytes(of: "model.bin")
    }
    #expect(error.code == .hashDiffers)
  }

  @Test func offIsLoggedAtEveryStart() throws {
    let log = CollectedLog()
    _ = PluginRuntime(try TemporaryFolder(), trust: .off, log: log)
    #expect(log.lines.contains { $0.level == .warning && $0.message.contains("signatures: off") })
  }

  @Test func everyRefusalHasACodeOfItsOwn() {
    // Nobody signs while a plugin is opened.
    for code in TrustError.Code.allCases where code != .key {
      let error = PluginError(TrustError(code, place: "p", reason: "r", remedy: "m"))
      #expect(error.code.rawValue == code.rawValue)
    }
  }
}

/// Who may write to a run-time library's folder decides what runs.
struct RuntimeFolderRightsTests {
  private func installed() throws -> (folders: RuntimeFolders, place: String) {
    var plugin = FixturePlugin()
    plugin.manifest.runtimes = [
      (
        name: "example", version: "1.0.0",
        files: [(file: "libexample.so", sha256: ContentHash(of: Array("shared".utf8)).hex)]
      )
    ]
    let root = try plugin.install()
    try root.write("shared", to: "runtimes/example-1.0.0/libexample.so")
    let found = try #require(PluginCatalog.discover(only(root)).found.first)
    return (RuntimeFolders(of: found), "\(root.path)/runtimes/example-1.0.0")
  }

  private func set(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test(arguments: [("", 0o775), ("", 0o757), ("/libexample.so", 0o664), ("/libexample.so", 0o646)])
  func whatOthersMayWriteIsRefused(name: String, mode: Int) throws {
    let (folders, place) = try installed()
    try set(mode, place + name)
    let error = try #require(throws: PluginFileError.self) { try folders.folder(of: "example") }
    #expect(error.code == .writable && error.place == place + name)
    try set(name.isEmpty ? 0o755 : 0o644, place + name)
    #expect(try folders.folder(of: "example") == place)
    // What was verified before is judged again.
    try set(mode, place + name)
    #expect(throws: PluginFileError.self) { try folders.folder(of: "example") }
  }
}
