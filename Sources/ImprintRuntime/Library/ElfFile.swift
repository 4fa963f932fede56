// SPDX-License-Identifier: Apache-2.0

/// What the dynamic loader would see of a shared library, read without loading it.
///
/// It is read as glibc maps it: tables by their addresses, of several values the last. Where another reader
/// could see another library in the same bytes, it is refused, not understood: whatever a compiler, linker or
/// `strip` makes has one meaning. Every offset is checked, and every loop is bounded by the file's size.
struct ElfFile: Sendable {
  let header: ElfHeader
  /// The names under `DT_NEEDED`, in order.
  let needed: [String]
  /// The symbols that others can bind to: defined, global, weak or unique, and not hidden. Each once, in
  /// order; the first 1000.
  let exports: [String]
  /// The symbols that others are to define, without their versions. Each once, in order; 10,000 at most.
  let imports: [String]
  let versionNeeds: [VersionNeed]
  /// The folders that it has the loader look into, as it says them, of both kinds of path. An empty text is
  /// the folder that the process is in.
  let runPath: [String]
  /// The name that it goes by once it is loaded; whoever needs one of that name gets it.
  let soname: String?
  let linking: Linking

  /// What it leaves open to attack.
  struct Linking: Hashable {
    /// Whether all symbols are bound when it is loaded.
    let bindsNow: Bool
    /// Whether the tables that are bound then are read-only afterwards.
    let hasReadOnlyRelocations: Bool
    /// Whether it wants a stack that code can run on, or says nothing of it, which the loader takes for yes.
    let hasExecutableStack: Bool
    /// Whether its code is written to when it is loaded.
    let hasTextRelocations: Bool
    /// Whether a part of it can be both written to and run.
    let hasWritableCode: Bool
  }

  /// No library is read beyond this: 1 GiB.
  static let maximumBytes = 1 << 30
  private static let mostNeeded = 1024
  // Names may overlap, so a small file could claim gigabytes of them.
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
    // The loader ends the process where it does not find the library.
    if let other = versions.needs.first(where: { !needed.contains($0.library) }) {
      throw .irregular("it needs a version of \(other.library), which it is not linked with")
    }
    runPath = try Self.names([.searchPath, .runPath].compactMap { dynamic[$0] }, strings, "run path")
      .flatMap { $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init) }
    soname = try Self.names([.soname].compactMap { dynamic[$0] }, strings, "name of its own").first
    linking = Linking(dynamic, segments)
  }

  private static func strings(
    _ dynamic: ElfDynamic, _ image: ElfImage
  ) throws(ElfHeader.Problem) -> ElfTable {
    guard let address = dynamic[.strings], let count = dynamic[.stringBytes],
      let table = image.table(at: address, count: count)
    else { throw .damaged("the dynamic section names no string table, or one outside the file") }
    // The loader reads names to their null, wherever that is.
    guard count > 0, table.number(at: count - 1, as: UInt8.self) == 0 else {
      throw .irregular("its string table has no end")
    }
    // What has no name has the first one. To the loader that is a name like any other.
    guard table.number(at: 0, as: UInt8.self) == 0 else {
      throw .irregular("its string table gives a name to what has none")
    }
    return table
  }

  /// Functions that run when it is loaded, and when the process ends.
  private static func judgeStart(_ dynamic: ElfDynamic, _ image: ElfImage) throws(ElfHeader.Problem) {
    for tag in [DynamicTag.initFunction, .finalFunction] {
      guard let address = dynamic[tag] else { continue }
      guard image.holdsCode(at: address) else {
        throw .irregular("it has the loader call 0x\(String(address, radix: 16)), where it has no code")
      }
    }
    for (start, length) in [
      (DynamicTag.initArray, DynamicTag.initArrayBytes), (.finalArray, .finalArrayBytes),
    ] {
      guard let address = dynamic[start] else { continue }
      guard let count = dynamic[length], count % 8 == 0, image.holds(address, count: count) else {
        throw .irregular("its list of functions to be called at the start or end is not in it")
      }
    }
  }

  private static func names(
    _ offsets: [UInt64], _ strings: ElfTable, _ what: String
  ) throws(ElfHeader.Problem) -> [String] {
    guard offsets.count <= mostNeeded else { throw .irregular("it needs \(offsets.count) libraries") }
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
    // A name that stands a thousand times must not push another out of the list.
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
        throw .irregular("\(name) is to be another library's, and has an address in this one")
      }
      if symbol.isExported, exports.count < mostExports, exported.insert(name).inserted {
        exports.append(name)
      }
      if symbol.isImported, imported.insert(name).inserted {
        // What is cut off here nobody would judge: one export too many is a refusal, one import is not.
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
    // DT_BIND_NOW, DF_BIND_NOW, DF_1_NOW: three ways to say it.
    bindsNow = dynamic[.bindNow] != nil || flags & 0x8 != 0 || flags1 & 0x1 != 0
    hasReadOnlyRelocations = segments.contains { $0.kind == .readOnlyAfterRelocation }
    hasExecutableStack = segments.last { $0.kind == .stack }?.isExecutable ?? true
    hasTextRelocations = dynamic[.textRelocations] != nil || flags & 0x4 != 0
    hasWritableCode = segments.contains { $0.kind == .load && $0.isWritable && $0.isExecutable }
  }
}
