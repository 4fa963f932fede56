// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintManifest
import ImprintSettings
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

struct PluginCatalogTests {
  @Test func aGoodPluginIsFoundWithItsRoot() throws {
    let root = try FixturePlugin().install()
    let catalog = PluginCatalog.discover(only(root))
    #expect(catalog.skipped.isEmpty)
    let found = try #require(catalog.plugin(withID: "org.example.fixture"))
    #expect(found.root.origin == .explicit)
    #expect(found.folder == "\(root.path)/plugins/org.example.fixture")
  }

  @Test func listingRunsNoCodeOfALibrary() throws {
    let root = try TemporaryFolder()
    let witness = root.url.appending(path: "witness").path
    let plugin = FixturePlugin([
      "FIX_TOP":
        "__attribute__((constructor)) static void ran(void){FILE*f=fopen(\"\(witness)\",\"w\");if(f)fclose(f);}"
    ])
    try plugin.install(in: root)
    let runtime = PluginRuntime(root)
    let found = try #require(runtime.catalog.found.first)
    #expect(!FileManager.default.fileExists(atPath: witness))
    // The witness works: opening runs the constructor.
    _ = try runtime.openBlocking(found)
    #expect(FileManager.default.fileExists(atPath: witness))
  }

  @Test func theFirstRootWinsAndTheSecondIsSkippedWithTheWinner() throws {
    let first = try FixturePlugin().install()
    let second = try FixturePlugin().install()
    let path = PluginSearchPath(
      roots: [first, second].map { PluginRoot(path: $0.path, origin: .explicit) })
    let catalog = PluginCatalog.discover(path)
    #expect(catalog.found.map(\.root.path) == [first.path])
    let error = try #require(catalog.skipped.first).error
    #expect(error.code == .duplicateID)
    #expect(error.reason.contains(first.path))
  }

  @Test func aFirstPluginWhoseManifestCannotBeReadDoesNotLetTheSecondIn() throws {
    let first = try FixturePlugin().install()
    let second = try FixturePlugin().install()
    let folder = "plugins/org.example.fixture"
    try first.write("schema: \"1.0\"\nmatcher: {}\n", to: "\(folder)/plugin.yaml")
    func codes() -> [PluginError.Code] {
      let catalog = PluginCatalog.discover(
        PluginSearchPath(roots: [first, second].map { PluginRoot(path: $0.path, origin: .explicit) }))
      return catalog.skipped.map(\.error.code)
    }
    #expect(codes() == [.brokenManifest, .duplicateID])
    // A folder without a manifest is nobody's plugin.
    try FileManager.default.removeItem(at: first.url.appending(path: "\(folder)/plugin.yaml"))
    #expect(codes() == [.brokenManifest])
  }

  @Test func aBrokenFirstPluginDoesNotLetTheSecondIn() throws {
    let first = try FixturePlugin().install()
    let second = try FixturePlugin().install()
    try FileManager.default.removeItem(
      at: first.url.appending(path: "plugins/org.example.fixture/libFixture.so"))
    let path = PluginSearchPath(
      roots: [first, second].map { PluginRoot(path: $0.path, origin: .explicit) })
    let catalog = PluginCatalog.discover(path)
    #expect(catalog.found.isEmpty)
    #expect(catalog.skipped.map(\.error.code) == [.libraryMissing, .duplicateID])
    #expect(catalog.skip(ofID: "org.example.fixture")?.root.path == first.path)
  }

  @Test func aFolderWithAnotherNameIsSkipped() throws {
    let root = try FixturePlugin().install(folder: "something-else")
    #expect(PluginCatalog.discover(only(root)).skipped.map(\.error.code) == [.folderNameDiffers])
  }

  @Test func aFolderWithoutAManifestIsSkipped() throws {
    let root = try TemporaryFolder()
    try root.makeFolder("plugins/org.example.empty")
    #expect(PluginCatalog.discover(only(root)).skipped.map(\.error.code) == [.brokenManifest])
  }

  @Test func aBrokenManifestIsSkippedWithItsLine() throws {
    let root = try FixturePlugin().install()
    try root.write("schema: \"1.0\"\nid: [\n", to: "plugins/org.example.fixture/plugin.yaml")
    let skipped = try #require(PluginCatalog.discover(only(root)).skipped.first)
    #expect(skipped.error.code == .brokenManifest)
    #expect(skipped.error.place.contains("plugin.yaml:"))
  }

  /// What a package manager or `cp --preserve` does: a list that went by times would be stale.
  @Test func aManifestThatChangedUnderItsOldTimesIsReadAnew() throws {
    let root = try FixturePlugin().install()
    let path = "\(root.path)/plugins/org.example.fixture/plugin.yaml"
    #expect(PluginCatalog.discover(only(root)).found.first?.manifest.version.description == "1.0.0")
    let times = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    let old = try String(contentsOfFile: path, encoding: .utf8)
    let new = old.replacing("version: 1.0.0", with: "version: 1.0.1", maxReplacements: 1)
    #expect(new != old && new.utf8.count == old.utf8.count)
    // In place: the same file, of the same length.
    try Data(new.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.modificationDate: try #require(times)], ofItemAtPath: path)
    #expect(PluginCatalog.discover(only(root)).found.first?.manifest.version.description == "1.0.1")
  }

  @Test func filesAndHiddenFoldersBesidePluginsAreIgnored() throws {
    let root = try FixturePlugin().install()
    try root.write("read me", to: "plugins/README.md")
    try root.makeFolder("plugins/.git")
    let catalog = PluginCatalog.discover(only(root))
    #expect(catalog.found.count == 1)
    #expect(catalog.skipped.isEmpty)
  }

  @Test func aFileInThePlaceOfAFolderIsUnreadable() throws {
    let root = try TemporaryFolder()
    try root.write("", to: "plugins")
    #expect(PluginCatalog.discover(only(root)).skipped.map(\.error.code) == [.unreadableFolder])
  }

  @Test func aRootThatSomebodyNamedAndIsNotThereIsSaid() {
    let path = "/nonexistent/imprint"
    let named = PluginSearchPath(roots: [PluginRoot(path: path, origin: .explicit)])
    #expect(PluginCatalog.discover(named).skipped.first?.error.code == .unreadableFolder)
    let usual = PluginSearchPath(roots: [PluginRoot(path: path, origin: .system)])
    #expect(PluginCatalog.discover(usual).skipped.isEmpty)
  }

  @Test func aMissingLibraryIsSkipped() throws {
    let root = try FixturePlugin().install()
    try FileManager.default.removeItem(
      at: root.url.appending(path: "plugins/org.example.fixture/libFixture.so"))
    #expect(PluginCatalog.discover(only(root)).skipped.map(\.error.code) == [.libraryMissing])
  }

  @Test func aNewerLibcFloorIsSkippedWithBothVersions() throws {
    var plugin = FixturePlugin()
    plugin.manifest.libc = "glibc 9.99"
    let error = try #require(PluginCatalog.discover(only(try plugin.install())).skipped.first).error
    #expect(error.code == .libcTooOld)
    #expect(error.reason.contains("9.99"))
    #expect(error.reason.contains(try #require(RunningLibC.name)))
  }

  @Test func aNeedForAnAbilityThatTheHostLacksIsSkippedAndRefused() throws {
    var plugin = FixturePlugin()
    plugin.manifest.hostNeeds = ["imprint.host.log/1", "imprint.host.gpu/1"]
    let root = try plugin.install()
    let catalog = PluginCatalog.discover(only(root))
    #expect(catalog.found.isEmpty)
    let error = try #require(catalog.skipped.first).error
    #expect(error.code == .hostAbilityMissing)
    #expect(error.reason.contains("needs imprint.host.gpu/1 from the host"))
    #expect(error.reason.contains("imprint.host.files/1, imprint.host.log/1, imprint.host.parameters/1"))
    #expect(!error.remedy.isEmpty)
    // Found by somebody else, it is refused all the same, before its code runs.
    let manifest = try ManifestReader.plugin(at: "\(root.path)/plugins/org.example.fixture/plugin.yaml")
    let found = FoundPlugin(
      manifest: manifest.manifest, manifestHash: manifest.sha256,
      folder: "\(root.path)/plugins/org.example.fixture",
      root: PluginRoot(path: root.path, origin: .explicit))
    let refusal = try #require(throws: PluginError.self) { try PluginRuntime(root).openBlocking(found) }
    #expect(refusal == error)
  }

  @Test func aDisjointContractRangeInTheManifestIsSkippedWithBothRanges() throws {
    var plugin = FixturePlugin()
    plugin.manifest.abi = "{min: 7, max: 9}"
    let error = try #require(PluginCatalog.discover(only(try plugin.install())).skipped.first).error
    #expect(error.code == .abiDisjoint)
    #expect(error.reason.contains("7 to 9"))
    #expect(error.reason.contains("1 to 1"))
  }

  @Test func anArchitectureThatTheManifestStatesIsSkippedWithBoth() throws {
    var plugin = FixturePlugin()
    let other = FixtureManifest.runningArchitecture == "x86_64" ? "aarch64" : "x86_64"
    plugin.manifest.architecture = other
    let error = try #require(PluginCatalog.discover(only(try plugin.install())).skipped.first).error
    #expect(error.code == .wrongArchitecture)
    #expect(error.reason.contains(other) && error.reason.contains(FixtureManifest.runningArchitecture))
  }

  @Test func aFolderInThePlaceOfTheLibraryIsSkipped() throws {
    let root = try FixturePlugin().install()
    let library = root.url.appending(path: "plugins/org.example.fixture/libFixture.so")
    try FileManager.default.removeItem(at: library)
    try root.makeFolder("plugins/org.example.fixture/libFixture.so")
    let error = try #require(PluginCatalog.discover(only(root)).skipped.first).error
    #expect(error.code == .libraryMissing)
    #expect(error.reason.contains("not a regular file"))
  }

  /// A library that nobody may read is listed all the same: the listing does not look into it.
  @Test func whatALibraryHoldsDoesNotMatterToAListing() throws {
    let root = try FixturePlugin().install()
    try root.write("no library", to: "plugins/org.example.fixture/libFixture.so")
    let catalog = PluginCatalog.discover(only(root))
    #expect(catalog.skipped.isEmpty)
    #expect(catalog.found.count == 1)
  }

  @Test func variantsAreListedAndBrokenOnesSkipped() throws {
    let root = try TemporaryFolder()
    try root.write("nonsense: [", to: "variants/broken.yaml")
    let catalog = PluginCatalog.discover(only(root))
    #expect(catalog.variants.isEmpty)
    #expect(catalog.skipped.contains { $0.error.code == .brokenManifest })
  }
}
