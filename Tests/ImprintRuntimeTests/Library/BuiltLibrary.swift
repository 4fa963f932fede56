// SPDX-License-Identifier: Apache-2.0
@testable import ImprintRuntime

/// The least there is of a shared library that the loader takes, byte by byte: no code, symbols that are
/// data. What a test changes about it, no linker would make.
///
/// All of it lies in one segment at address 0, so that offsets and addresses are the same, unless a test says
/// else.
struct BuiltLibrary {
  static let entry = "imp_plugin_entry"

  struct Symbol {
    var name: String
    /// 0: it is another library's to define.
    var section: UInt16 = 1
    var value: UInt64 = 16
    var size: UInt64 = 8
    /// The binding in the upper half, 1 for global; 1 in the lower one for data.
    var info: UInt8 = 0x11
  }

  /// In the table after the null symbol; the first `hashedFrom - 1` are not in the hash table.
  var symbols = [Symbol(name: entry)]
  var hashedFrom = 1
  /// With `DT_HASH` in the place of `DT_GNU_HASH`.
  var hasOldHash = false
  var needed: [String] = ["libc.so.6"]
  var soname: String?
  var runPath: String?
  /// `DT_RPATH` in the place of `DT_RUNPATH`.
  var isSearchPath = false
  /// Offset, kind, addend; a kind names its symbol in the upper half.
  var relocations: [(offset: UInt64, info: UInt64, addend: UInt64)] = []
  /// Tags that come before the others, and after.
  var firstTags: [(tag: UInt64, value: UInt64)] = []
  var lastTags: [(tag: UInt64, value: UInt64)] = []
  /// What no tag leads to, at ``extraPlace``.
  var extra: [UInt8] = []

  /// Names that lie in the string table besides.
  var moreNames: [String] = []

  /// Where things lie in the bytes.
  static let headerBytes = 64
  static let programHeaders = 64
  /// Room for six program headers.
  static let strings = 64 + 6 * 56
  static let symbolPlace = 0x400
  static let hashPlace = 0x600
  static let relocationPlace = 0x700
  static let dynamicPlace = 0x800
  static let extraPlace = 0xc00
  static let size = 0x1000

  struct Built {
    var bytes: [UInt8]
    /// Where a name lies in the string table.
    let names: [String: Int]

    /// Overwrites a little-endian number.
    mutating func put<T: FixedWidthInteger>(_ number: T, at place: Int) {
      withUnsafeBytes(of: number.littleEndian) {
        for (index, byte) in $0.enumerated() { bytes[place + index] = byte }
      }
    }

    /// Writes a program header in one of the six places; all before it count.
    mutating func putSegment(
      _ index: Int, kind: UInt32, flags: UInt32 = 6, offset: Int, address: Int, fileSize: Int,
      memorySize: Int? = nil, alignment: Int = 0x1000
    ) {
      let place = BuiltLibrary.programHeaders + index * 56
      put(kind, at: place)
      put(flags, at: place + 4)
      put(UInt64(offset), at: place + 8)
      put(UInt64(address), at: place + 16)
      put(UInt64(address), at: place + 24)
      put(UInt64(fileSize), at: place + 32)
      put(UInt64(memorySize ?? fileSize), at: place + 40)
      put(UInt64(alignment), at: place + 48)
      // There are fewer than 256.
      bytes[56] = max(bytes[56], UInt8(index + 1))
    }
  }

  func built() -> Built {
    var names: [String: Int] = [:]
    var table: [UInt8] = [0]
    for name in symbols.map(\.name) + needed + [soname, runPath].compactMap(\.self) + moreNames
    where names[name] == nil {
      names[name] = table.count
      table += Array(name.utf8) + [0]
    }
    precondition(table.count <= Self.symbolPlace - Self.strings, "the names do not fit")
    var built = Built(bytes: [UInt8](repeating: 0, count: Self.size), names: names)
    for (index, byte) in table.enumerated() { built.bytes[Self.strings + index] = byte }
    header(&built)
    built.putSegment(0, kind: 1, offset: 0, address: 0, fileSize: Self.size)
    for (index, symbol) in symbols.enumerated() {
      built.putSymbol(symbol, at: Self.symbolPlace + 24 * (index + 1))
    }
    let hashed = hasOldHash ? oldHash() : gnuHash()
    for (index, word) in hashed.enumerated() { built.put(word, at: Self.hashPlace + 4 * index) }
    for (index, entry) in relocations.enumerated() {
      for (part, number) in [entry.offset, entry.info, entry.addend].enumerated() {
        built.put(number, at: Self.relocationPlace + 24 * index + 8 * part)
      }
    }
    built.putDynamic(tags(names, stringBytes: table.count), at: Self.dynamicPlace)
    let count = 16 * (tags(names, stringBytes: table.count).count + 1)
    built.putSegment(
      1, kind: 2, offset: Self.dynamicPlace, address: Self.dynamicPlace, fileSize: count, alignment: 8)
    built.putSegment(2, kind: 0x6474_e551, offset: 0, address: 0, fileSize: 0, alignment: 16)
    for (index, byte) in extra.enumerated() { built.bytes[Self.extraPlace + index] = byte }
    return built
  }

  /// The dynamic section's entries, without the null.
  func tags(_ names: [String: Int], stringBytes: Int) -> [(tag: UInt64, value: UInt64)] {
    func place(_ name: String) -> UInt64 { UInt64(names[name] ?? 0) }
    var tags = firstTags + needed.map { (1, place($0)) }
    if let soname { tags.append((14, place(soname))) }
    if let runPath { tags.append((isSearchPath ? 15 : 29, place(runPath))) }
    tags += [
      (5, UInt64(Self.strings)), (10, UInt64(stringBytes)), (6, UInt64(Self.symbolPlace)), (11, 24),
      (hasOldHash ? 4 : 0x6fff_fef5, UInt64(Self.hashPlace)),
    ]
    if !relocations.isEmpty {
      tags += [(7, UInt64(Self.relocationPlace)), (8, UInt64(24 * relocations.count)), (9, 24)]
    }
    return tags + lastTags
  }

  private func header(_ built: inout Built) {
    for (index, byte) in ([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] as [UInt8]).enumerated() {
      built.bytes[index] = byte
    }
    built.put(UInt16(3), at: 16)
    built.put(ElfHeader.runningMachine, at: 18)
    built.put(UInt32(1), at: 20)
    built.put(UInt64(Self.programHeaders), at: 32)
    built.put(UInt16(64), at: 52)
    built.put(UInt16(56), at: 54)
    built.put(UInt16(64), at: 58)
  }

  /// One bucket, and a filter that lets all through.
  func gnuHash() -> [UInt32] {
    let hashed = symbols[(hashedFrom - 1)...]
    return [1, UInt32(hashedFrom), 1, 0, .max, .max, UInt32(hashed.isEmpty ? 0 : hashedFrom)]
      + hashed.enumerated().map { index, symbol in
        symbol.name.utf8.reduce(5381) { $0 &* 33 &+ UInt32($1) } & ~1 | (index == hashed.count - 1 ? 1 : 0)
      }
  }

  private func oldHash() -> [UInt32] {
    // One bucket, whose chain goes through all symbols from the last to the first.
    [1, UInt32(symbols.count + 1), UInt32(symbols.count)]
      + [0] + (1...symbols.count).map { UInt32($0 - 1) }
  }
}

extension BuiltLibrary.Built {
  mutating func putSymbol(_ symbol: BuiltLibrary.Symbol, at place: Int) {
    put(UInt32(names[symbol.name] ?? 0), at: place)
    put(symbol.info, at: place + 4)
    put(symbol.section, at: place + 6)
    put(symbol.value, at: place + 8)
    put(symbol.size, at: place + 16)
  }

  mutating func putDynamic(_ tags: [(tag: UInt64, value: UInt64)], at place: Int) {
    for (index, entry) in (tags + [(0, 0)]).enumerated() {
      put(entry.tag, at: place + 16 * index)
      put(entry.value, at: place + 16 * index + 8)
    }
  }
}
