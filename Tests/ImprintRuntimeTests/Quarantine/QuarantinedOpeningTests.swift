// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintManifest
import ImprintModel
import ImprintTrust
import TestSupport
import Testing

@testable import ImprintRuntime

/// A quarantined build is refused before any of its code runs.
@Suite struct QuarantinedOpeningTests {
  private func runtime(_ root: TemporaryFolder, _ store: QuarantineStore) -> PluginRuntime {
    PluginRuntime(
      catalog: .discover(only(root)), trust: .off, entitlements: EverythingGranted(),
      logger: CollectedLog().logger(), hostName: "tests", hostVersion: "1.0.0", quarantine: store)
  }

  private func strike(_ found: FoundPlugin, in store: QuarantineStore) throws {
    let bytes = try Data(contentsOf: URL(filePath: found.libraryPath))
    let build = PluginBuild(found, library: ContentHash(of: Array(bytes)))
    for _ in 0..<3 { try store.add(PluginDeath(build, in: "face-extractor.extract", reason: .signal(6))) }
  }

  @Test func aQuarantinedBuildIsRefusedAndNoneOfItsCodeRuns() throws {
    let scratch = try TemporaryFolder()
    let store = QuarantineStore(folder: "\(scratch.path)/quarantine")
    var plugin = FixturePlugin()
    let witness = "\(scratch.path)/it-ran"
    plugin.defines["FIX_TOP"] =
      "__attribute__((constructor)) static void witness(void) { fclose(fopen(\"\(witness)\", \"w\")); }"
    let root = try plugin.install()
    let runtime = runtime(root, store)
    let found = try #require(runtime.catalog.found.first)
    try strike(found, in: store)
    let error = try #require(throws: PluginError.self) { try runtime.openBlocking(found) }
    #expect(error.code == .quarantined && error.reason.contains("SIGABRT"))
    #expect(!FileManager.default.fileExists(atPath: witness))
    #expect(try store.listing().standing(of: found) == .quarantined(store.listing().records[0]))

    try store.clear(store.listing().builds(named: found.manifest.id))
    _ = try runtime.openBlocking(found)
    #expect(FileManager.default.fileExists(atPath: witness))
    #expect(try store.listing().standing(of: found) == .clear)
  }

  @Test func aNewBuildOfTheSamePluginIsOpened() throws {
    let store = QuarantineStore(folder: "\(try TemporaryFolder().path)/quarantine")
    let root = try FixturePlugin().install()
    let first = runtime(root, store)
    let found = try #require(first.catalog.found.first)
    try strike(found, in: store)
    #expect(throws: PluginError.self) { try first.openBlocking(found) }
    try FileManager.default.removeItem(atPath: found.libraryPath)
    try FixturePlugin(["FIX_OPEN": "line(host, 1, \"corrected\");"]).install(in: root)
    #expect(try store.listing().standing(of: found) == .clear)
    _ = try first.openBlocking(found)
  }

  @Test func aCorrectedModelMakesAnotherBuildWithTheSameLibrary() throws {
    let store = QuarantineStore(folder: "\(try TemporaryFolder().path)/quarantine")
    func plugin(model: String) -> FixturePlugin {
      var plugin = FixturePlugin()
      let bytes = Array(model.utf8)
      plugin.manifest.models = [("m.bin", ContentHash(of: bytes).hex, bytes.count)]
      plugin.models = ["m.bin": bytes]
      return plugin
    }
    let root = try plugin(model: "bad").install()
    let found = try #require(runtime(root, store).catalog.found.first)
    try strike(found, in: store)
    #expect(throws: PluginError.self) { try runtime(root, store).openBlocking(found) }
    let corrected = try plugin(model: "good").install()
    let other = try #require(runtime(corrected, store).catalog.found.first)
    #expect(
      try Data(contentsOf: URL(filePath: found.libraryPath))
        == Data(contentsOf: URL(filePath: other.libraryPath)))
    #expect(try store.listing().standing(of: other) == .clear)
    _ = try runtime(corrected, store).openBlocking(other)
    // A copy of the bad one in another folder is the bad one.
    let copy = try plugin(model: "bad").install()
    let moved = try #require(runtime(copy, store).catalog.found.first)
    #expect(throws: PluginError.self) { try runtime(copy, store).openBlocking(moved) }
  }
}
