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
