// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintRuntime

/// Symbols that the loader goes by, and that a reader could pass over: behind so many others that a list is
/// cut off, or of a form that is taken for something else. Each is tried on the real loader first.
struct HiddenSymbolTests {
  private typealias Symbol = BuiltLibrary.Symbol

  /// A library whose tables lie behind the usual ones, where there is room for many symbols.
  /// - Parameters:
  ///   - names: The string table, with the usual names where they always lie.
  ///   - words: The hash table.
  ///   - write: Writes the symbols to their place; the first, of none, is there.
  private static func library(
    _ names: [UInt8], symbols count: Int, hashedBy words: [UInt32],
    write: (inout BuiltLibrary.Built, _ place: Int) -> Void
  ) -> [UInt8] {
    var plain = BuiltLibrary()
    plain.moreNames = ["hidden"]
    var built = plain.built()
    let strings = BuiltLibrary.size
    let symbols = strings + (names.count + 7) / 8 * 8
    let hash = symbols + 24 * (count + 1)
    built.bytes += names
    built.bytes += [UInt8](repeating: 0, count: hash + 4 * words.count - built.bytes.count)
    write(&built, symbols)
    for (index, word) in words.enumerated() { built.put(word, at: hash + 4 * index) }
    let tags = plain.tags(built.names, stringBytes: names.count).map {
      (entry) -> (tag: UInt64, value: UInt64) in
      switch entry.tag {
      case 5: (5, UInt64(strings))
      case 6: (6, UInt64(symbols))
      case 0x6fff_fef5: (0x6fff_fef5, UInt64(hash))
      default: entry
      }
    }
    built.putDynamic(tags, at: BuiltLibrary.dynamicPlace)
    built.putSegment(0, kind: 1, offset: 0, address: 0, fileSize: built.bytes.count)
    return built.bytes
  }

  /// The string table that a plain library has, and some nulls.
  private static var usualNames: [UInt8] {
    var plain = BuiltLibrary()
    plain.moreNames = ["hidden"]
    return Array(plain.built().bytes[BuiltLibrary.strings..<(BuiltLibrary.strings + 0x80)])
  }

  @Test func noExportHidesBehindAThousandOfOneName() throws {
    var many = BuiltLibrary()
    many.symbols =
      Array(repeating: Symbol(name: BuiltLibrary.entry), count: 1000) + [Symbol(name: "hidden")]
    let bytes = Self.library(Self.usualNames, symbols: 1001, hashedBy: many.gnuHash()) { built, place in
      for (index, symbol) in many.symbols.enumerated() {
        built.putSymbol(symbol, at: place + 24 * (index + 1))
      }
    }
    let said = try RealLoader.shared.get().load(bytes, asking: ["hidden"])
    #expect(said.contains("found hidden"), "\(said)")
    #expect(try ElfFile(bytes).exports == [BuiltLibrary.entry, "hidden"])
  }

  @Test func noImportHidesBehindTenThousandOthers() throws {
    func library(_ imports: Int) -> [UInt8] {
      var names = Self.usualNames
      var places: [Int] = []
      for index in 0..<imports {
        places.append(names.count)
        names += Array("import\(index)".utf8) + [0]
      }
      // The entry comes last, and is the only one to be looked up.
      var words = BuiltLibrary().gnuHash()
      words[1] = UInt32(imports + 1)
      words[6] = words[1]
      return Self.library(names, symbols: imports + 1, hashedBy: words) { built, place in
        for (index, name) in places.enumerated() {
          built.put(UInt32(name), at: place + 24 * (index + 1))
          // Weak: nobody has to define it.
          built.put(UInt8(0x21), at: place + 24 * (index + 1) + 4)
        }
        built.putSymbol(Symbol(name: BuiltLibrary.entry), at: place + 24 * (imports + 1))
      }
    }
    let most = try ElfFile(library(10_000))
    #expect(most.imports.count == 10_000 && most.exports == [BuiltLibrary.entry])
    #expect(throws: ElfHeader.Problem.self) { try ElfFile(library(10_001)) }
  }

  @Test func aSymbolThatTheLoaderLooksForElsewhereAlthoughItIsHereIsARefusal() throws {
    var library = BuiltLibrary()
    // A binding that no linker makes: it is not local, and no other library's to bind to.
    library.symbols.append(Symbol(name: "hidden", info: 0x51))
    library.relocations = [(0xf00, 2 << 32 | TwoViewsTests.RealKinds.word, 0)]
    let bytes = library.built().bytes
    let said = try RealLoader.shared.get().load(bytes)
    #expect(said.contains { $0.contains("undefined symbol: hidden") }, "\(said)")
    #expect(throws: ElfHeader.Problem.self) { try ElfFile(bytes) }
  }

  @Test func aNameForASymbolWithoutOneIsARefusal() throws {
    var library = BuiltLibrary()
    library.symbols.append(Symbol(name: BuiltLibrary.entry, section: 0, value: 0))
    library.relocations = [(0xf00, 2 << 32 | TwoViewsTests.RealKinds.word, 0)]
    var built = library.built()
    // The first name is no longer empty, and the second symbol has it.
    built.bytes[BuiltLibrary.strings] = UInt8(ascii: "x")
    built.put(UInt32(0), at: BuiltLibrary.symbolPlace + 48)
    let said = try RealLoader.shared.get().load(built.bytes)
    #expect(said.contains { $0.contains("undefined symbol: x\(BuiltLibrary.entry)") }, "\(said)")
    #expect(throws: ElfHeader.Problem.self) { try ElfFile(built.bytes) }
  }
}
