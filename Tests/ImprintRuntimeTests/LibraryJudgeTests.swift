// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import TestSupport
import Testing

@testable import ImprintRuntime

/// What is found in a library's file: when a plugin is opened, and by an examination that opens none.
struct LibraryJudgeTests {
  /// The errors of both ways to look into a library whose bytes were changed.
  private func refusals(
    change: (inout [UInt8]) -> Void
  ) throws -> (opening: PluginError, judging: PluginError) {
    let root = try FixturePlugin().install()
    let library = root.url.appending(path: "plugins/org.example.fixture/libFixture.so")
    var bytes = [UInt8](try Data(contentsOf: library))
    change(&bytes)
    try Data(bytes).write(to: library)
    let runtime = PluginRuntime(root)
    let found = try #require(runtime.catalog.found.first)
    return (
      try #require(throws: PluginError.self) { try runtime.openBlocking(found) },
      try #require(throws: PluginError.self) { try found.judgeLibrary() }
    )
  }

  @Test func textIsNoLibrary() throws {
    let (opening, judging) = try refusals { $0 = Array("#!/bin/sh\n".utf8) }
    #expect(opening.code == .notAnElfLibrary)
    #expect(opening == judging)
  }

  @Test func anEmptyFileIsNoLibrary() throws {
    let (opening, judging) = try refusals { $0 = [] }
    #expect(opening.code == .notAnElfLibrary)
    #expect(opening == judging)
  }

  @Test func aTruncatedHeaderIsNoLibrary() throws {
    let (opening, judging) = try refusals { $0 = Array($0[..<7]) }
    #expect(opening.code == .notAnElfLibrary)
    #expect(opening.reason.contains("truncated"))
    #expect(opening == judging)
  }

  @Test func aLibraryThatIsCutBehindItsHeaderIsNoLibrary() throws {
    let (opening, judging) = try refusals { $0 = Array($0[..<64]) }
    #expect(opening.code == .notAnElfLibrary)
    #expect(opening == judging)
  }

  @Test func aLibraryForAnotherProcessorIsNamed() throws {
    let (opening, judging) = try refusals { $0[18] = 243 }  // e_machine: RISC-V
    #expect(opening.code == .wrongArchitecture)
    #expect(
      opening.reason.contains("riscv64") && opening.reason.contains(FixtureManifest.runningArchitecture))
    #expect(opening == judging)
  }

  @Test func aLibraryThatWentAfterTheListingIsMissing() throws {
    let root = try FixturePlugin().install()
    let runtime = PluginRuntime(root)
    let found = try #require(runtime.catalog.found.first)
    try FileManager.default.removeItem(atPath: found.libraryPath)
    #expect(
      try #require(throws: PluginError.self) { try runtime.openBlocking(found) }.code == .libraryMissing)
    #expect(try #require(throws: PluginError.self) { try found.judgeLibrary() }.code == .libraryMissing)
  }

  @Test func judgingAGoodLibrarySaysWhatItIsAndRunsNothing() throws {
    let root = try TemporaryFolder()
    let witness = root.url.appending(path: "witness").path
    let plugin = FixturePlugin([
      "FIX_TOP":
        "__attribute__((constructor)) static void ran(void){FILE*f=fopen(\"\(witness)\",\"w\");if(f)fclose(f);}"
    ])
    try plugin.install(in: root)
    let found = try #require(PluginCatalog.discover(only(root)).found.first)
    let facts = try found.judgeLibrary()
    #expect(facts.architecture == FixtureManifest.runningArchitecture)
    #expect(facts.needed.contains("libc.so.6"))
    #expect(!FileManager.default.fileExists(atPath: witness))
  }

  @Test func judgingNamesMissingEntryAndExtraExports() throws {
    let without = try FixturePlugin(["FIX_NO_ENTRY": "1"]).install()
    let found = try #require(PluginCatalog.discover(only(without)).found.first)
    #expect(try #require(throws: PluginError.self) { try found.judgeLibrary() }.code == .noEntry)
    var leaking = FixturePlugin(["FIX_TOP": "int leaked_one(void){return 1;}"])
    leaking.exportsEverything = true
    let leaked = try #require(PluginCatalog.discover(only(try leaking.install())).found.first)
    #expect(try #require(throws: PluginError.self) { try leaked.judgeLibrary() }.code == .extraExports)
  }
}
