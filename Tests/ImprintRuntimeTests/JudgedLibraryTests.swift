// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintManifest
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// What is judged is what is loaded, and what is open is what was asked for.
struct JudgedLibraryTests {
  private func found(in root: TemporaryFolder) throws -> FoundPlugin {
    try #require(PluginCatalog.discover(only(root)).found.first)
  }

  /// A library that leaves a witness when any of its code runs.
  private func hostile(witness: String) -> FixturePlugin {
    FixturePlugin([
      "FIX_TOP":
        "__attribute__((constructor)) static void ran(void){FILE*f=fopen(\"\(witness)\",\"w\");if(f)fclose(f);}"
    ])
  }

  @Test func aLibraryThatTakesThePlaceOfTheJudgedOneIsNotLoaded() throws {
    let root = try FixturePlugin().install()
    let witness = "\(root.path)/witness"
    let other = try found(in: try hostile(witness: witness).install())
    let good = try found(in: root)
    let sealed = try LibraryJudge.seal(LibraryJudge.open(good), of: good)
    let judged = JudgedLibrary(
      sealed, facts: try LibraryJudge.judge(sealed, of: good), path: good.libraryPath)
    try FileManager.default.removeItem(atPath: good.libraryPath)
    try FileManager.default.copyItem(atPath: other.libraryPath, toPath: good.libraryPath)
    let library = try judged.load()
    #expect(!FileManager.default.fileExists(atPath: witness))
    #expect(try PluginEntry(of: library, place: good.libraryPath).agreedVersion == 1)
    // The witness works: opened from its own path, the other one runs.
    _ = try PluginRuntime(root).openBlocking(good)
    #expect(FileManager.default.fileExists(atPath: witness))
  }

  @Test func theSameLibraryIsLoadedOnceWhateverRuntimeOpensIt() throws {
    let good = try found(in: try FixturePlugin().install())
    let handles = try (0..<2).map { _ in
      let sealed = try LibraryJudge.seal(LibraryJudge.open(good), of: good)
      let facts = try LibraryJudge.judge(sealed, of: good)
      return try JudgedLibrary(sealed, facts: facts, path: good.libraryPath).load()
    }
    #expect(handles[0] == handles[1])
    #expect(LibraryTurn.of(handles[0]) === LibraryTurn.of(handles[1]))
  }

  @Test func aLibraryThatIsOverwrittenAfterItWasJudgedChangesNothing() throws {
    let root = try FixturePlugin().install()
    let good = try found(in: root)
    let sealed = try LibraryJudge.seal(LibraryJudge.open(good), of: good)
    let judged = JudgedLibrary(
      sealed, facts: try LibraryJudge.judge(sealed, of: good), path: good.libraryPath)
    // Into the same file: its descriptor would show it.
    let file = try FileHandle(forWritingTo: URL(filePath: good.libraryPath))
    try file.write(contentsOf: Data(repeating: 0, count: 4096))
    try file.truncate(atOffset: 4096)
    try file.close()
    #expect(try PluginEntry(of: judged.load(), place: good.libraryPath).agreedVersion == 1)
  }

  @Test func aLibraryThatWasWrittenToAfterLoadingIsAnotherOne() throws {
    let root = try FixturePlugin().install()
    let good = try found(in: root)
    let runtime = PluginRuntime(root)
    let first = try runtime.openBlocking(good)
    // A byte after its end changes nothing of what it does.
    let file = try FileHandle(forWritingTo: URL(filePath: good.libraryPath))
    try file.seekToEnd()
    try file.write(contentsOf: Data([0]))
    try file.close()
    #expect(try runtime.openBlocking(good) !== first)
  }

  @Test func theSameIDInAnotherFolderIsAnotherPlugin() throws {
    let (one, two) = (try FixturePlugin().install(), try FixturePlugin().install())
    let runtime = PluginRuntime(one)
    let first = try runtime.openBlocking(try found(in: one))
    let second = try runtime.openBlocking(try found(in: two))
    #expect(first !== second)
    #expect(second.found.folder.hasPrefix(two.path))
    #expect(try runtime.openBlocking(try found(in: one)) === first)
  }

  @Test func aLibraryThatWasReplacedIsOpenedAnew() throws {
    let root = try FixturePlugin().install()
    let runtime = PluginRuntime(root)
    let first = try runtime.openBlocking(try found(in: root))
    var newer = FixturePlugin(["FIX_VERSION": "\"2.0.0\""])
    newer.manifest.version = "2.0.0"
    let other = try newer.install()
    try FileManager.default.removeItem(atPath: first.found.libraryPath)
    for file in ["libFixture.so", "plugin.yaml"] {
      let path = "\(root.path)/plugins/org.example.fixture/\(file)"
      if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
      try FileManager.default.copyItem(
        atPath: "\(other.path)/plugins/org.example.fixture/\(file)", toPath: path)
    }
    let second = try runtime.openBlocking(try found(in: root))
    #expect(first !== second)
    #expect(second.manifest.version.description == "2.0.0")
  }
}
