// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import ImprintRuntime

/// Libraries that are one thing to the loader and another to who reads them otherwise. Each is tried on the
/// real loader first: it sees what was hidden, so the refusal is of something.
struct TwoViewsTests {
  typealias Symbol = BuiltLibrary.Symbol

  struct Hidden: Sendable, CustomTestStringConvertible {
    let name: String
    /// What the loader finds in it.
    var finds = "hidden"
    let make: @Sendable () -> [UInt8]
    var testDescription: String { name }
  }

  /// A second symbol table, hash table and dynamic section, which know of `hidden`.
  private static func second(
    _ change: (inout BuiltLibrary.Built, _ symbols: Int, _ hash: Int) -> Void
  ) -> [UInt8] {
    var library = BuiltLibrary()
    library.moreNames = ["hidden"]
    var built = library.built()
    let symbols = BuiltLibrary.extraPlace
    for (index, name) in [BuiltLibrary.entry, "hidden"].enumerated() {
      built.putSymbol(Symbol(name: name), at: symbols + 24 * (index + 1))
    }
    library.symbols.append(Symbol(name: "hidden"))
    let hash = symbols + 24 * 3
    for (index, word) in library.gnuHash().enumerated() { built.put(word, at: hash + 4 * index) }
    change(&built, symbols, hash)
    return built.bytes
  }

  /// The dynamic section's entries with other tables.
  private static func tags(
    _ built: BuiltLibrary.Built, _ symbols: Int, _ hash: Int
  ) -> [(tag: UInt64, value: UInt64)] {
    BuiltLibrary().tags(built.names, stringBytes: 0x100).map { entry in
      switch entry.tag {
      case 6: (6, UInt64(symbols))
      case 0x6fff_fef5: (0x6fff_fef5, UInt64(hash))
      default: entry
      }
    }
  }

  static let hidden: [Hidden] = [
    Hidden(name: "a dynamic section by its offset, and another by its address") {
      second { built, symbols, hash in
        let other = BuiltLibrary.extraPlace + 0x100
        let tags = tags(built, symbols, hash)
        built.putDynamic(tags, at: other)
        built.putSegment(
          1, kind: 2, offset: BuiltLibrary.dynamicPlace, address: other, fileSize: 16 * (tags.count + 1),
          alignment: 8)
      }
    },
    Hidden(name: "two dynamic sections") {
      second { built, symbols, hash in
        let other = BuiltLibrary.extraPlace + 0x100
        let tags = tags(built, symbols, hash)
        built.putDynamic(tags, at: other)
        built.putSegment(
          3, kind: 2, offset: other, address: other, fileSize: 16 * (tags.count + 1), alignment: 8)
      }
    },
    Hidden(name: "two symbol tables and two hash tables in one dynamic section") {
      second { built, symbols, hash in
        let names = built.names
        var library = BuiltLibrary()
        library.moreNames = ["hidden"]
        library.lastTags = [(6, UInt64(symbols)), (0x6fff_fef5, UInt64(hash))]
        let tags = library.tags(names, stringBytes: 0x100)
        built.putDynamic(tags, at: BuiltLibrary.dynamicPlace)
        built.putSegment(
          1, kind: 2, offset: BuiltLibrary.dynamicPlace, address: BuiltLibrary.dynamicPlace,
          fileSize: 16 * (tags.count + 1), alignment: 8)
      }
    },
    Hidden(name: "a segment over another") {
      // The second page of the file is mapped over the first one; it says the same and more.
      var library = BuiltLibrary()
      library.symbols.append(Symbol(name: "hidden"))
      var built = BuiltLibrary().built()
      let other = library.built().bytes
      built.putSegment(3, kind: 1, offset: 0x1000, address: 0, fileSize: 0x1000)
      built.putSegment(4, kind: 1, offset: 0x2000, address: 0x1000, fileSize: 0x1000)
      return built.bytes + other + [UInt8](repeating: 0, count: 0x1000)
    },
    Hidden(name: "a symbol that is imported and has an address") {
      var library = BuiltLibrary()
      library.symbols.append(Symbol(name: "hidden", section: 0))
      return library.built().bytes
    },
    Hidden(name: "a hash table that counts fewer symbols than it leads to") {
      var library = BuiltLibrary()
      library.hasOldHash = true
      library.symbols.append(Symbol(name: "hidden"))
      var built = library.built()
      built.put(UInt32(2), at: BuiltLibrary.hashPlace + 4)
      return built.bytes
    },
    Hidden(name: "a hash table that leads to symbols before its first", finds: "hiddem") {
      var library = BuiltLibrary()
      library.symbols = [Symbol(name: "hiddem"), Symbol(name: BuiltLibrary.entry)]
      library.hashedFrom = 2
      var built = library.built()
      // The table begins at symbol 2, and the first of two buckets leads to 1. Where the loader looks for the
      // hash of symbol 1, before the chains, lies the second bucket.
      let hash = "hiddem".utf8.reduce(5381 as UInt32) { $0 &* 33 &+ UInt32($1) }
      let words: [UInt32] = [2, 2, 1, 0, .max, .max, 1, hash | 1, 1]
      for (index, word) in words.enumerated() { built.put(word, at: BuiltLibrary.hashPlace + 4 * index) }
      return built.bytes
    },
    Hidden(name: "a relocation that writes another name into the string table") {
      // Eight letters, of which the last is the first of the next name.
      let text = Array("hidden\0i".utf8).enumerated().reduce(0 as UInt64) {
        $0 | UInt64($1.element) << (8 * UInt64($1.offset))
      }
      var library = BuiltLibrary()
      // An absolute symbol: its value is written as it stands.
      library.symbols = [
        Symbol(name: "hiddex"), Symbol(name: BuiltLibrary.entry),
        Symbol(name: "text", section: 0xfff1, value: text),
      ]
      var renamed = library
      renamed.symbols[0].name = "hidden"
      let place = BuiltLibrary.strings + (library.built().names["hiddex"] ?? 0)
      library.relocations = [(UInt64(place), 3 << 32 | RealKinds.word, 0)]
      var built = library.built()
      // Hashed by the name that it will have.
      for (index, word) in renamed.gnuHash().enumerated() {
        built.put(word, at: BuiltLibrary.hashPlace + 4 * index)
      }
      return built.bytes
    },
    Hidden(name: "a name beyond the string table's stated end") {
      var library = BuiltLibrary()
      library.symbols.append(Symbol(name: "hidden"))
      var built = library.built()
      // DT_STRSZ is the entry after DT_NEEDED and DT_STRTAB.
      built.put(UInt64(built.names["hidden"] ?? 0), at: BuiltLibrary.dynamicPlace + 2 * 16 + 8)
      return built.bytes
    },
    Hidden(name: "tables in the rest of a segment's last page") {
      // Whole pages are mapped: what is behind its end is there all the same.
      second { built, symbols, hash in
        built.putDynamic(tags(built, symbols, hash), at: BuiltLibrary.dynamicPlace)
        built.putSegment(0, kind: 1, offset: 0, address: 0, fileSize: BuiltLibrary.extraPlace)
      }
    },
  ]

  /// Numbers of relocations.
  enum RealKinds {
    #if arch(x86_64)
      static let word: UInt64 = 1
    #else
      static let word: UInt64 = 257
    #endif
  }

  @Test func aPlainOneIsReadAsTheLoaderSeesIt() throws {
    var library = BuiltLibrary()
    library.symbols.append(Symbol(name: "second"))
    for hasOldHash in [false, true] {
      library.hasOldHash = hasOldHash
      let bytes = library.built().bytes
      let file = try ElfFile(bytes)
      #expect(file.exports == [BuiltLibrary.entry, "second"])
      let said = try RealLoader.shared.get().load(bytes, asking: file.exports + ["hidden"])
      #expect(
        said.filter { $0.hasPrefix("found") } == ["found \(BuiltLibrary.entry)", "found second"], "\(said)")
    }
  }

  @Test(arguments: hidden)
  func whatOnlyTheLoaderSeesIsARefusal(_ hidden: Hidden) throws {
    let bytes = hidden.make()
    let said = try RealLoader.shared.get().load(bytes, asking: [hidden.finds])
    #expect(said.contains("found \(hidden.finds)"), "the loader does not see it: \(said)")
    #expect(throws: ElfHeader.Problem.self) { try ElfFile(bytes) }
  }

  @Test func aLibraryThatAFilterOrAnAuxiliaryNamesIsARefusal() throws {
    let other = try TemporaryFolder()
    var named = BuiltLibrary()
    named.soname = "libhidden.so"
    let path = try other.write(named.built().bytes, to: "libhidden.so")
    for tag: UInt64 in [0x7fff_fffd, 0x7fff_ffff] {
      var library = BuiltLibrary()
      library.moreNames = [path]
      let place = UInt64(library.built().names[path] ?? 0)
      library.lastTags = [(tag, place)]
      let bytes = library.built().bytes
      let said = try RealLoader.shared.get().load(bytes)
      #expect(said.contains("mapped \(path)"), "\(said)")
      #expect(throws: ElfHeader.Problem.self) { try ElfFile(bytes) }
    }
  }

  @Test func aRelocationOfASymbolThatNoTableCountsIsARefusal() throws {
    var library = BuiltLibrary()
    library.moreNames = ["system"]
    library.relocations = [(0xf00, 2 << 32 | TwoViewsTests.RealKinds.word, 0)]
    var built = library.built()
    // Behind the last symbol that the hash table knows.
    built.putSymbol(Symbol(name: "system", section: 0, value: 0), at: BuiltLibrary.symbolPlace + 48)
    let said = try RealLoader.shared.get().load(built.bytes, asking: [BuiltLibrary.entry])
    #expect(said.contains("found \(BuiltLibrary.entry)"), "\(said)")
    let error = try #require(throws: ElfHeader.Problem.self) { try ElfFile(built.bytes) }
    #expect(error.sentence.contains("symbol 2"), "\(error.sentence)")
  }

  @Test(arguments: [
    ("an interpreter", 3 as UInt32), ("a second stack", 0x6474_e551), ("a second dynamic section", 2),
  ])
  func aSegmentThatNoLibraryHasIsARefusal(_ name: String, kind: UInt32) throws {
    var built = BuiltLibrary().built()
    built.putSegment(3, kind: kind, offset: 0x100, address: 0x100, fileSize: 16, alignment: 8)
    let error = try #require(throws: ElfHeader.Problem.self) { try ElfFile(built.bytes) }
    guard case .irregular = error else { Issue.record("\(name): \(error)"); return }
  }

  @Test func segmentsThatCannotBeMappedAsTheySayAreRefused() throws {
    func refusal(_ change: (inout BuiltLibrary.Built) -> Void) -> ElfHeader.Problem? {
      var built = BuiltLibrary().built()
      change(&built)
      do throws(ElfHeader.Problem) {
        _ = try ElfFile(built.bytes)
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal { _ in } == nil)
    #expect(refusal { $0.putSegment(0, kind: 1, offset: 0, address: 0, fileSize: 0x1001) } != nil, "cut")
    #expect(refusal { $0.putSegment(0, kind: 1, offset: 0, address: 8, fileSize: 0x1000) } != nil, "skewed")
    #expect(
      refusal { $0.putSegment(0, kind: 1, offset: 0, address: 0, fileSize: 0x1000, alignment: 8) } != nil)
    #expect(
      refusal { $0.putSegment(0, kind: 1, offset: 0, address: 0, fileSize: 0x1000, memorySize: 0x800) } != nil
    )
    #expect(
      refusal { $0.putSegment(0, kind: 1, offset: 0, address: 0, fileSize: 0x1000, memorySize: 3 << 40) }
        != nil,
      "three terabytes of zeros")
    #expect(
      refusal { $0.putSegment(3, kind: 1, offset: 0, address: 0x1000, fileSize: 0x1000, memorySize: .max) }
        != nil, "it wraps")
  }

  @Test func tagsThatNoPluginMayHaveAreRefused() {
    // DT_PREINIT_ARRAY, DT_AUDIT, DT_DEPAUDIT, DT_CONFIG, DT_REL, an unknown one of 64 bits that the loader
    // takes for another, DF_1_INTERPOSE, DT_INIT outside of all code.
    let tags: [(tag: UInt64, value: UInt64)] = [
      (32, 0), (0x6fff_fefc, 1), (0x6fff_fefb, 1), (0x6fff_fefa, 1), (17, 0), (0x1_7fff_ffff, 1),
      (0x6fff_fffb, 0x400), (12, 0x100),
    ]
    for tag in tags {
      var library = BuiltLibrary()
      library.lastTags = [tag]
      #expect(throws: ElfHeader.Problem.self, "\(tag)") { try ElfFile(library.built().bytes) }
    }
  }

  @Test func aRelocationThatWritesElsewhereIsRefused() {
    for (offset, kind): (UInt64, UInt64) in [
      (0x10_0000, RealKinds.word), (.max - 3, RealKinds.word), (UInt64(BuiltLibrary.symbolPlace), 8),
      (UInt64(BuiltLibrary.hashPlace), 8), (UInt64(BuiltLibrary.dynamicPlace), 8),
      (UInt64(BuiltLibrary.relocationPlace), 8), (UInt64(BuiltLibrary.strings) - 7, 8),
    ] {
      var library = BuiltLibrary()
      library.relocations = [(offset, kind, 0)]
      #expect(throws: ElfHeader.Problem.self, "\(offset)") { try ElfFile(library.built().bytes) }
    }
    var harmless = BuiltLibrary()
    harmless.relocations = [(0xf00, 8, 0)]
    #expect(throws: Never.self) { try ElfFile(harmless.built().bytes) }
  }

  /// What the loader asserts: a library that breaks it ends the process that loads it.
  @Test func whatWouldEndTheLoaderIsRefused() throws {
    var counted = BuiltLibrary()
    counted.lastTags = [(0x6fff_fff9, 1)]
    counted.relocations = [(0xf00, 8, 0)]
    #if arch(arm64)
      counted.relocations[0].info = 1027
    #endif
    #expect(throws: Never.self) { try ElfFile(counted.built().bytes) }
    counted.lastTags = [(0x6fff_fff9, 2)]
    #expect(throws: ElfHeader.Problem.self) { try ElfFile(counted.built().bytes) }
    counted.lastTags = [(0x6fff_fff9, 1)]
    counted.relocations[0].info = RealKinds.word
    #expect(throws: ElfHeader.Problem.self) { try ElfFile(counted.built().bytes) }
    var filter = BuiltLibrary().built()
    for words: UInt32 in [0, 3] {
      filter.put(words, at: BuiltLibrary.hashPlace + 8)
      #expect(throws: ElfHeader.Problem.self) { try ElfFile(filter.bytes) }
    }
    // A version of a library that it is not linked with.
    var versions = BuiltLibrary()
    versions.moreNames = ["libother.so.1", "OTHER_1"]
    let names = versions.built().names
    let (library, version) = (UInt32(names["libother.so.1"] ?? 0), UInt32(names["OTHER_1"] ?? 0))
    versions.extra = ([0x0001_0001, library, 16, 0, 0, 0, version, 0] as [UInt32]).flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
    }
    versions.lastTags = [(0x6fff_fffe, UInt64(BuiltLibrary.extraPlace)), (0x6fff_ffff, 1)]
    #expect(throws: ElfHeader.Problem.self) { try ElfFile(versions.built().bytes) }
    versions.needed.append("libother.so.1")
    // The names moved.
    let moved = versions.built().names
    let numbers: [UInt32] = [
      0x0001_0001, UInt32(moved["libother.so.1"] ?? 0), 16, 0, 0, 0, UInt32(moved["OTHER_1"] ?? 0), 0,
    ]
    versions.extra = numbers.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
    }
    #expect(try ElfFile(versions.built().bytes).versionNeeds.map(\.version) == ["OTHER_1"])
  }

  @Test func aPackedRelocationThatWritesElsewhereIsRefused() {
    func library(_ words: [UInt64]) -> [UInt8] {
      var library = BuiltLibrary()
      library.extra = words.flatMap { word in
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
      }
      library.lastTags = [(36, UInt64(BuiltLibrary.extraPlace)), (35, UInt64(8 * words.count)), (37, 8)]
      return library.built().bytes
    }
    #expect(throws: Never.self) { try ElfFile(library([0xe00, 0b11])) }
    #expect(throws: ElfHeader.Problem.self) { try ElfFile(library([UInt64(BuiltLibrary.symbolPlace)])) }
    // The map of the words behind it: the 32nd lies in the symbol table.
    let map: UInt64 = 1 | 1 << 32
    #expect(throws: ElfHeader.Problem.self) {
      try ElfFile(library([UInt64(BuiltLibrary.symbolPlace) - 256, map]))
    }
    #expect(throws: ElfHeader.Problem.self) { try ElfFile(library([map])) }
  }
}
