// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import ImprintRuntime

struct ElfFileTests {
  private func library(_ plugin: FixturePlugin = FixturePlugin()) throws -> [UInt8] {
    let root = try plugin.install()
    return [UInt8](
      try Data(contentsOf: root.url.appending(path: "plugins/org.example.fixture/libFixture.so")))
  }

  @Test func exportsAndNeedsOfALibraryAreRead() throws {
    let file = try ElfFile(try library())
    #expect(file.exports == ["imp_plugin_entry"])
    #expect(file.needed.contains("libc.so.6"))
    #expect(file.header.architecture == FixtureManifest.runningArchitecture)
  }

  @Test func everyExportIsSeenInBothKindsOfHashTable() throws {
    for style in ["gnu", "sysv", "both"] {
      var plugin = FixturePlugin(["FIX_TOP": "int leaked_one(void){return 1;} int leaked_two;"])
      plugin.exportsEverything = true
      plugin.link = ["-Wl,--hash-style=\(style)"]
      let exports = Set(try ElfFile(try library(plugin)).exports)
      #expect(exports.isSuperset(of: ["imp_plugin_entry", "leaked_one", "leaked_two"]), "\(style)")
    }
  }

  @Test func strippedSectionHeadersChangeNothing() throws {
    var bytes = try library()
    // e_shoff, e_shnum and e_shstrndx: what the loader does not read either.
    bytes.replaceSubrange(40..<48, with: [UInt8](repeating: 0, count: 8))
    bytes.replaceSubrange(60..<64, with: [UInt8](repeating: 0, count: 4))
    #expect(try ElfFile(bytes).exports == ["imp_plugin_entry"])
  }

  @Test func sectionHeadersThatTellOfOtherTablesAreRefused() throws {
    let bytes = try library()
    let little = LittleEndian(bytes)
    let sections = Int(try #require(little.number(at: 40, as: UInt64.self)))
    let count = Int(try #require(little.number(at: 60, as: UInt16.self)))
    var tried = 0
    for index in 0..<count {
      let place = sections + 64 * index
      // The dynamic section, symbols, hash table, versions.
      guard let kind = little.number(at: place + 4, as: UInt32.self),
        [6, 11, 0x6fff_fff6, 0x6fff_fffe, 0x6fff_ffff].contains(kind)
      else { continue }
      for field in [16, 24] {
        var changed = bytes
        changed[place + field] ^= 8
        #expect(throws: ElfHeader.Problem.self, "section \(index), field \(field)") { try ElfFile(changed) }
        tried += 1
      }
      guard kind == 11 else { continue }
      var shorter = bytes
      shorter[place + 32] &-= 24
      #expect(throws: ElfHeader.Problem.self) { try ElfFile(shorter) }
    }
    #expect(tried >= 8, "the fixture has no such sections")
  }

  @Test func neededVersionsAreThoseThatTheLoaderFollows() throws {
    var plugin = FixturePlugin()
    plugin.link = ["-Wl,--build-id"]
    let bytes = try library(plugin)
    let needs = try ElfFile(bytes).versionNeeds
    #expect(needs.contains { $0.library == "libc.so.6" && $0.version.hasPrefix("GLIBC_") })
    let little = LittleEndian(bytes)
    let sections = Int(try #require(little.number(at: 40, as: UInt64.self)))
    let places = (0..<Int(try #require(little.number(at: 60, as: UInt16.self)))).map { sections + 64 * $0 }
    let header = try #require(places.first { little.number(at: $0 + 4, as: UInt32.self) == 0x6fff_fffe })
    let table = Int(try #require(little.number(at: header + 24, as: UInt64.self)))
    // It says that it needs one version less of the library than it lists.
    var fewer = bytes
    fewer[table + 2] &-= 1
    #expect(throws: ElfHeader.Problem.self) { try ElfFile(fewer) }
    // And steps out of the table.
    var further = bytes
    further[table + 15] = 0x7f
    #expect(throws: ElfHeader.Problem.self) { try ElfFile(further) }
  }

  /// What people build and packagers change has one meaning.
  @Test(arguments: [
    [], ["-Wl,--hash-style=sysv"], ["-Wl,--hash-style=both"], ["-Wl,-z,noseparate-code"],
    ["-Wl,-z,separate-code"], ["-Wl,-z,relro,-z,now"], ["-Wl,-z,pack-relative-relocs"], ["-s"], ["-g"],
    ["-fuse-ld=gold"], ["-fuse-ld=gold", "-Wl,--hash-style=both", "-s"], ["-Wl,-soname,libFixture.so.1"],
    ["-Wl,--gc-sections"], ["-Wl,-z,max-page-size=65536"], ["-Wl,-z,common-page-size=65536"],
    ["-Wl,-Bsymbolic"], ["-static-libgcc"], ["-fcf-protection=full"], ["-Wl,-z,nodelete"],
    ["-Wl,--no-eh-frame-hdr"], ["-Wl,-z,lazy"],
  ])
  func whatLinkersMakeIsRead(_ link: [String]) throws {
    // Thread-local variables, constructors, functions that are chosen at load, pointers to be relocated.
    let parts = [
      "static __thread int counter = 3; static int zero[5000];",
      "static int one(void){return 1;} static int (*const table[])(void) = {one, one};",
      "__attribute__((constructor)) static void begin(void){ counter++; zero[4]=table[1](); }",
      "static int (*choose(void))(void) { return one; }",
      "int chosen(void) __attribute__((ifunc(\"choose\"),visibility(\"hidden\")));",
    ]
    var plugin = FixturePlugin(["FIX_TOP": parts.joined(separator: " ")])
    #if arch(arm64)
      guard link != ["-fcf-protection=full"] else { return }
    #endif
    plugin.link = link
    let bytes = try library(plugin)
    let file = try ElfFile(bytes)
    #expect(file.exports == ["imp_plugin_entry"])
    #expect(file.needed.contains("libc.so.6"))
    #expect(!file.imports.isEmpty)
  }

  @Test func whatStripAndPatchelfMakeIsRead() throws {
    for arguments in [
      ["strip", "--strip-all"], ["strip", "--strip-debug"], ["strip", "--strip-unneeded"],
      ["patchelf", "--set-rpath", "$ORIGIN/some/folder/with/a/long/name"], ["patchelf", "--remove-rpath"],
      ["patchelf", "--add-needed", "libdl.so.2"], ["patchelf", "--set-soname", "libFixture.so.12"],
      ["objcopy", "--strip-section-headers"],
    ] {
      let root = try FixturePlugin().install()
      let path = "\(root.path)/plugins/org.example.fixture/libFixture.so"
      let tool = Process()
      tool.executableURL = URL(filePath: "/usr/bin/env")
      tool.arguments = arguments + [path]
      tool.standardError = FileHandle.nullDevice
      try tool.run()
      tool.waitUntilExit()
      // Older tools do not know all of their options.
      guard tool.terminationStatus == 0 || arguments[0] != "objcopy" else { continue }
      try #require(tool.terminationStatus == 0, "\(arguments)")
      let file = try ElfFile([UInt8](try Data(contentsOf: URL(filePath: path))))
      #expect(file.exports == ["imp_plugin_entry"], "\(arguments)")
    }
  }

  @Test func textIsNotElf() {
    #expect(throws: ElfHeader.Problem.notElf) { try ElfHeader(Array("#!/bin/sh\n".utf8)) }
    #expect(throws: ElfHeader.Problem.notElf) { try ElfHeader([]) }
  }

  @Test func everyTruncationIsAnErrorOrReadsTheSame() throws {
    let whole = try library()
    let read = try ElfFile(whole)
    for length in stride(from: 0, to: whole.count, by: 37) {
      do throws(ElfHeader.Problem) {
        // What lies behind the dynamic tables, such as section headers, is not read.
        #expect(try ElfFile(Array(whole[..<length])).exports == read.exports)
      } catch {
        #expect(!error.sentence.isEmpty)
      }
    }
  }

  @Test func mutatedLibrariesNeverCrashTheReader() throws {
    let whole = try library()
    var generator = SeededGenerator(seed: 0x1be2_11f0)
    var refused = 0
    for _ in 0..<5000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        // Half of them in the headers, where every byte counts.
        let end = Bool.random(using: &generator) ? min(1024, bytes.count) : bytes.count
        bytes[Int.random(in: 0..<end, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      do throws(ElfHeader.Problem) {
        #expect(try ElfFile(bytes).exports.count <= 1000)
      } catch {
        refused += 1
      }
    }
    #expect(refused > 500, "the mutations reach nothing that matters")
  }
}

/// SplitMix64: the same numbers on every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
