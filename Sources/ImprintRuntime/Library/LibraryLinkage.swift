// SPDX-License-Identifier: Apache-2.0

/// How a plugin's library was linked: what it takes from others, and what it leaves open to attack. Read without
/// loading it, as ``ElfFile`` reads it.
package struct LibraryLinkage: Sendable, Hashable {
  /// Versions of symbols that it needs of one library, such as `GLIBC_2.34` of `libc.so.6`.
  package struct VersionNeed: Sendable, Hashable {
    package let library: String
    package let version: String
  }

  /// The processor it is for, as `uname -m` writes it.
  package let architecture: String
  /// The libraries it is linked with, in the order the loader looks for them.
  package let needed: [String]
  /// The folders that the loader looks into for them first, as the library says it: `$ORIGIN` is not replaced.
  package let runPath: [String]
  /// The symbols that others can bind to.
  package let exports: [String]
  /// The symbols that others are to define, without their versions. Each once, in order; the first 10,000.
  package let imports: [String]
  /// In the order of the file.
  package let versionNeeds: [VersionNeed]
  /// Whether all symbols are bound when it is loaded.
  package let bindsNow: Bool
  /// Whether the tables that are bound then are read-only afterwards.
  package let hasReadOnlyRelocations: Bool
  /// Whether it wants a stack that code can run on, or says nothing of it, which the loader takes for yes.
  package let hasExecutableStack: Bool
  /// Whether its code is written to when it is loaded.
  package let hasTextRelocations: Bool
  /// Whether a part of it can be both written to and run.
  package let hasWritableCode: Bool

  private static let mostImports = 10_000
  // Tables may overlap, so a small file could claim billions of entries.
  private static let mostVersions = 10_000
  private static let mostLibraries = 1024

  /// Reads a library's bytes.
  /// - Throws: ``PluginError`` `not-an-elf-library`; `place` names the bytes in it.
  /// - Complexity: O(symbols + dynamic entries).
  package init(_ file: [UInt8], place: String) throws(PluginError) {
    do throws(ElfHeader.Problem) {
      try self.init(file)
    } catch {
      throw PluginError(
        .notAnElfLibrary, place: place, reason: error.sentence, remedy: "Build the library again.")
    }
  }

  private init(_ file: [UInt8]) throws(ElfHeader.Problem) {
    let whole = try ElfFile(file)
    let bytes = LittleEndian(file)
    let segments = try ElfFile.segments(whole.header, bytes)
    let dynamic = try ElfFile.dynamicEntries(segments, bytes)
    let image = ElfImage(bytes: bytes, segments: segments.filter { $0.kind == .load })
    let strings = try ElfFile.place(.stringTable, dynamic, image)
    func value(_ tag: UInt64) -> UInt64? { dynamic.first { $0.tag == tag }?.value }
    let (flags, flags1) = (value(30) ?? 0, value(0x6fff_fffb) ?? 0)
    architecture = whole.header.architecture
    needed = whole.needed
    runPath = try Self.runPath(value(29) ?? value(15), strings, bytes)
    exports = whole.exports
    imports = try Self.imports(dynamic, image, strings, bytes)
    versionNeeds = try Self.versionNeeds(dynamic, image, strings, bytes)
    // DT_BIND_NOW, DF_BIND_NOW, DF_1_NOW: three ways to say it.
    bindsNow = value(24) != nil || flags & 0x8 != 0 || flags1 & 0x1 != 0
    hasReadOnlyRelocations = segments.contains { $0.kind == .readOnlyAfterRelocation }
    hasExecutableStack = segments.first { $0.kind == .stack }?.isExecutable ?? true
    hasTextRelocations = value(22) != nil || flags & 0x4 != 0
    hasWritableCode = segments.contains { $0.kind == .load && $0.isWritable && $0.isExecutable }
  }

  private static func runPath(
    _ name: UInt64?, _ strings: UInt64, _ bytes: LittleEndian
  ) throws(ElfHeader.Problem) -> [String] {
    guard let name else { return [] }
    guard let path = bytes.text(at: strings &+ name, limit: ElfFile.longestName) else {
      throw .damaged("the run path lies outside the file")
    }
    return path.split(separator: ":").map(String.init)
  }

  private static func imports(
    _ dynamic: [(tag: UInt64, value: UInt64)], _ image: ElfImage, _ strings: UInt64, _ bytes: LittleEndian
  ) throws(ElfHeader.Problem) -> [String] {
    // Imported symbols need not be in a hash table, but they come before the others there.
    let table = ElfSymbolTable(bytes: bytes, start: try ElfFile.place(.symbolTable, dynamic, image))
    var seen: Set<String> = []
    var names: [String] = []
    for index in 0..<(try ElfFile.symbolCount(dynamic, image, bytes)) where names.count < mostImports {
      guard let symbol = table.symbol(at: index) else {
        throw .damaged("symbol \(index) lies outside the file")
      }
      guard symbol.isImported else { continue }
      guard let name = bytes.text(at: strings &+ UInt64(symbol.name), limit: ElfFile.longestName) else {
        throw .damaged("the name of symbol \(index) lies outside the file")
      }
      if seen.insert(name).inserted { names.append(name) }
    }
    return names
  }

  private static func versionNeeds(
    _ dynamic: [(tag: UInt64, value: UInt64)], _ image: ElfImage, _ strings: UInt64, _ bytes: LittleEndian
  ) throws(ElfHeader.Problem) -> [VersionNeed] {
    guard dynamic.contains(where: { $0.tag == DynamicTag.versionNeeds.rawValue }) else { return [] }
    var needs: [VersionNeed] = []
    var place = try ElfFile.place(.versionNeeds, dynamic, image)
    for _ in 0..<mostLibraries {
      guard let count = bytes.number(at: place &+ 2, as: UInt16.self),
        let file = bytes.number(at: place &+ 4, as: UInt32.self),
        let first = bytes.number(at: place &+ 8, as: UInt32.self),
        let next = bytes.number(at: place &+ 12, as: UInt32.self),
        let library = bytes.text(at: strings &+ UInt64(file), limit: ElfFile.longestName)
      else { throw .damaged("the table of needed versions lies outside the file") }
      var entry = place &+ UInt64(first)
      for _ in 0..<count {
        guard needs.count < mostVersions, let name = bytes.number(at: entry &+ 8, as: UInt32.self),
          let step = bytes.number(at: entry &+ 12, as: UInt32.self),
          let version = bytes.text(at: strings &+ UInt64(name), limit: ElfFile.longestName)
        else { throw .damaged("the table of needed versions lies outside the file") }
        needs.append(VersionNeed(library: library, version: version))
        if step == 0 { break }
        entry &+= UInt64(step)
      }
      guard next > 0 else { return needs }
      place &+= UInt64(next)
    }
    throw .damaged("it needs versions of more than \(mostLibraries) libraries")
  }
}
