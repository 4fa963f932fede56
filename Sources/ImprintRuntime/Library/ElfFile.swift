// SPDX-License-Identifier: Apache-2.0

/// A shared library as the dynamic loader would see it, read without loading it.
///
/// It is read as glibc maps it: tables by address, of several values the last. Bytes that another reader
/// could interpret differently are refused: the output of compilers, linkers and `strip` is unambiguous.
/// Every offset is checked, and every loop is bounded by the file's size.
struct ElfFile: Sendable {
  let header: ElfHeader
  /// The names under `DT_NEEDED`, in order.
  let needed: [String]
  /// The exported symbols: defined, global, weak or unique, and not hidden. Each once, in the table's order;
  /// the first 1000.
  let exports: [String]
  /// The undefined symbols, without their versions. Each once, in the table's order; 10,000 at most.
  let imports: [String]
  let versionNeeds: [VersionNeed]
  /// The entries of its `RPATH` and `RUNPATH`, verbatim. An empty one means the current working directory.
  let runPath: [String]
  /// Its `DT_SONAME`: once it is loaded, dependencies of that name resolve to it.
  let soname: String?
  let linking: Linking

  /// Its hardening.
  struct Linking: Hashable {
    /// Whether all symbols are bound at load time.
    let bindsNow: Bool
    /// Whether relocated tables are read-only afterwards (RELRO).
    let hasReadOnlyRelocations: Bool
    /// Whether it requests an executable stack, or states nothing, which the loader treats as a request.
    let hasExecutableStack: Bool
    /// Whether it has text relocations.
    let hasTextRelocations: Bool
    /// Whether a segment is both writable and executable.
    let hasWritableCode: Bool
  }

  /// The longest library that is read: 1 GiB.
  static let maximumBytes = 1 << 30
  private static let mostNeeded = 1024
  // Names may overlap, so a small file could state gigabytes of them.
  private static let mostExports = 1000
  private static let mostImports = 10_000

  /// - Throws: ``ElfHeader/Problem``.
  /// - Complexity: O(symbols + relocations + dynamic entries).
  init(_ file: [UInt8]) throws(ElfHeader.Problem) {
    header = try ElfHeader(file)
    let bytes = LittleEndian(file)
    let segments = try ElfSegment.all(header, bytes)
    let image = ElfImage(bytes, segments)
    try ElfLayout(header: header, segments: segments, image: image).judge()
    let dynamic = try ElfDynamic(segments, image)
    try dynamic.judge()
    let strings = try Self.strings(dynamic, image)
    let relocations = try ElfRelocations(header, dynamic, image)
    let symbols = try ElfSymbols(dynamic, image, reached: relocations.reachedSymbols)
    let versions = try ElfVersions(dynamic, image, strings: strings, symbolCount: symbols.count)
    try ElfSections(header: header, bytes: bytes).judge(dynamic, symbols, strings, image)
    try relocations.judge(
      image,
      keeping: [dynamic.table, strings, symbols.table] + symbols.hashTables + versions.tables
        + relocations.own)
    try Self.judgeStart(dynamic, image)
    let needed = try Self.names(dynamic.all(.needed), strings, "name of a needed library")
    self.needed = needed
    (exports, imports) = try Self.names(of: symbols, strings)
    versionNeeds = versions.needs
    // The loader aborts the process where it does not find the library.
    if let other = versions.needs.first(where: { !needed.contains($0.library) }) {
      throw .irregular("it needs a version of \(other.library), which it is not linked with")
    }
    runPath = try Self.names([.searchPath, .runPath].compactMap { dynamic[$0] }, strings, "run path")
      .flatMap { $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init) }
    soname = try Self.names([.soname].compactMap { dynamic[$0] }, strings, "soname").first
    linking = Linking(dynamic, segments)
  }

  private static func strings(
    _ dynamic: ElfDynamic, _ image: ElfImage
  ) throws(ElfHeader.Problem) -> ElfTable {
    guard let address = dynamic[.strings], let count = dynamic[.stringBytes],
      let table = image.table(at: address, count: count)
    else { throw .damaged("the dynamic section names no string table, or one outside the file") }
    // The loader reads names up to a null, wherever that is.
    guard count > 0, table.number(at: count - 1, as: UInt8.self) == 0 else {
      throw .irregular("its string table is not null-terminated")
    }
    // Unnamed symbols refer to the first string, which must be empty: the loader treats it like any other
    // name.
    guard table.number(at: 0, as: UInt8.self) == 0 else {
      throw .irregular("its string table does not begin with an empty string")
    }
    return table
  }

  /// Validates the functions that run at load time and at exit.
  private static func judgeStart(_ dynamic: ElfDynamic, _ image: ElfImage) throws(ElfHeader.Problem) {
    for tag in [DynamicTag.initFunction, .finalFunction] {
      guard let address = dynamic[tag] else { continue }
      guard image.holdsCode(at: address) else {
        throw .irregular("it makes the loader call 0x\(String(address, radix: 16)), where it has no code")
      }
    }
    for (start, length) in [
      (DynamicTag.initArray, DynamicTag.initArrayBytes), (.finalArray, .finalArrayBytes),
    ] {
      guard let address = dynamic[start] else { continue }
      guard let count = dynamic[length], count % 8 == 0, image.holds(address, count: count) else {
        throw .irregular("an array of initialization or termination functions is malformed, or not in it")
      }
    }
  }

  private static func names(
    _ offsets: [UInt64], _ strings: ElfTable, _ what: String
  ) throws(ElfHeader.Problem) -> [String] {
    guard offsets.count <= mostNeeded else {
      throw .irregular("it needs \(offsets.count) libraries, which is too many")
    }
    var names: [String] = []
    for offset in offsets {
      guard let name = strings.text(at: offset) else { throw .damaged("the \(what) lies outside the file") }
      names.append(name)
    }
    return names
  }

  private static func names(
    of symbols: ElfSymbols, _ strings: ElfTable
  ) throws(ElfHeader.Problem) -> (exports: [String], imports: [String]) {
    var (exports, imports): ([String], [String]) = ([], [])
    // A name repeated a thousand times must not displace another from the list.
    var (exported, imported): (Set<String>, Set<String>) = ([], [])
    for index in 0..<symbols.count {
      guard let symbol = symbols.symbol(at: index) else {
        throw .damaged("symbol \(index) lies outside the file")
      }
      guard symbol.isExported || symbol.isImported || symbol.isAmbiguous else { continue }
      guard let name = strings.text(at: UInt64(symbol.name)) else {
        throw .damaged("the name of symbol \(index) lies outside the file")
      }
      guard !symbol.isAmbiguous else {
        throw .irregular("the symbol \(name) is undefined, but has an address")
      }
      if symbol.isExported, exports.count < mostExports, exported.insert(name).inserted {
        exports.append(name)
      }
      if symbol.isImported, imported.insert(name).inserted {
        // Truncated imports would not be validated: one export too many is refused anyway, one import is not.
        guard imports.count < mostImports else {
          throw .irregular("it imports more than \(mostImports) symbols")
        }
        imports.append(name)
      }
    }
    return (exports, imports)
  }
}

extension ElfFile.Linking {
  fileprivate init(_ dynamic: ElfDynamic, _ segments: [ElfSegment]) {
    let (flags, flags1) = (dynamic[.flags] ?? 0, dynamic[.flags1] ?? 0)
    // DT_BIND_NOW, DF_BIND_NOW, DF_1_NOW: three equivalent flags.
    bindsNow = dynamic[.bindNow] != nil || flags & 0x8 != 0 || flags1 & 0x1 != 0
    hasReadOnlyRelocations = segments.contains { $0.kind == .readOnlyAfterRelocation }
    hasExecutableStack = segments.last { $0.kind == .stack }?.isExecutable ?? true
    hasTextRelocations = dynamic[.textRelocations] != nil || flags & 0x4 != 0
    hasWritableCode = segments.contains { $0.kind == .load && $0.isWritable && $0.isExecutable }
  }
}
