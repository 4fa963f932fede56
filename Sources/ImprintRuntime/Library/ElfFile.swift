// SPDX-License-Identifier: Apache-2.0

/// What the dynamic loader would see of a shared library, read without loading it.
///
/// Only program headers and the dynamic section count, as for the loader: section headers may be stripped,
/// or say something else. Every offset is checked against the file, and every loop is bounded by its size.
struct ElfFile {
  let header: ElfHeader
  /// The names under `DT_NEEDED`, in order.
  let needed: [String]
  /// The symbols that others can bind to: defined, global, weak or unique, and not hidden. The first 1000.
  let exports: [String]

  /// No library is read beyond this: 1 GiB.
  static let maximumBytes = 1 << 30
  static let longestName = 4096
  private static let mostNeeded = 1024
  // Names may overlap, so a small file could claim gigabytes of them.
  private static let mostExports = 1000

  /// - Throws: ``ElfHeader/Problem``.
  /// - Complexity: O(symbols + dynamic entries).
  init(_ file: [UInt8]) throws(ElfHeader.Problem) {
    header = try ElfHeader(file)
    let bytes = LittleEndian(file)
    let segments = try Self.segments(header, bytes)
    let dynamic = try Self.dynamicEntries(segments, bytes)
    let image = ElfImage(bytes: bytes, segments: segments.filter { $0.kind == .load })
    let strings = try Self.place(.stringTable, dynamic, image)
    needed = try Self.needed(dynamic, strings, bytes)
    exports = try Self.exports(dynamic, image, strings, bytes)
  }

  static func segments(
    _ header: ElfHeader, _ bytes: LittleEndian
  ) throws(ElfHeader.Problem) -> [ElfSegment] {
    guard header.programHeaderSize >= ElfSegment.bytes else { throw .damaged("it has no program headers") }
    var segments: [ElfSegment] = []
    for index in 0..<header.programHeaderCount {
      let (place, overflow) = header.programHeaderOffset.addingReportingOverflow(
        UInt64(index * header.programHeaderSize))
      guard !overflow, let segment = ElfSegment(bytes, at: place) else {
        throw .damaged("program header \(index) lies outside the file")
      }
      segments.append(segment)
    }
    return segments
  }

  static func dynamicEntries(
    _ segments: [ElfSegment], _ bytes: LittleEndian
  ) throws(ElfHeader.Problem) -> [(tag: UInt64, value: UInt64)] {
    guard let segment = segments.first(where: { $0.kind == .dynamic }) else {
      throw .damaged("it has no dynamic section")
    }
    var entries: [(tag: UInt64, value: UInt64)] = []
    var place = segment.offset
    for _ in 0..<min(segment.fileSize / 16, UInt64(bytes.bytes.count / 16)) {
      guard let tag = bytes.number(at: place, as: UInt64.self),
        let value = bytes.number(at: place &+ 8, as: UInt64.self)
      else { throw .damaged("the dynamic section lies outside the file") }
      if tag == 0 { break }
      entries.append((tag, value))
      place &+= 16
    }
    return entries
  }

  static func place(
    _ tag: DynamicTag, _ dynamic: [(tag: UInt64, value: UInt64)], _ image: ElfImage
  ) throws(ElfHeader.Problem) -> UInt64 {
    guard let address = dynamic.first(where: { $0.tag == tag.rawValue })?.value,
      let place = image.offset(ofAddress: address)
    else { throw .damaged("the dynamic section names no \(tag)") }
    return place
  }

  static func needed(
    _ dynamic: [(tag: UInt64, value: UInt64)], _ strings: UInt64, _ bytes: LittleEndian
  ) throws(ElfHeader.Problem) -> [String] {
    var names: [String] = []
    for entry in dynamic where entry.tag == DynamicTag.needed.rawValue {
      guard names.count < mostNeeded, let name = bytes.text(at: strings &+ entry.value, limit: longestName)
      else { throw .damaged("the name of a needed library lies outside the file") }
      names.append(name)
    }
    return names
  }

  private static func exports(
    _ dynamic: [(tag: UInt64, value: UInt64)], _ image: ElfImage, _ strings: UInt64, _ bytes: LittleEndian
  ) throws(ElfHeader.Problem) -> [String] {
    let symbols = try place(.symbolTable, dynamic, image)
    let table = ElfSymbolTable(bytes: bytes, start: symbols)
    var names: [String] = []
    for index in 0..<(try symbolCount(dynamic, image, bytes)) {
      guard let symbol = table.symbol(at: index) else {
        throw .damaged("symbol \(index) lies outside the file")
      }
      guard symbol.isExported, names.count < mostExports else { continue }
      guard let name = bytes.text(at: strings &+ UInt64(symbol.name), limit: longestName) else {
        throw .damaged("the name of symbol \(index) lies outside the file")
      }
      names.append(name)
    }
    return names
  }

  /// The dynamic section does not say how many symbols there are; the hash tables that lookups use do.
  static func symbolCount(
    _ dynamic: [(tag: UInt64, value: UInt64)], _ image: ElfImage, _ bytes: LittleEndian
  ) throws(ElfHeader.Problem) -> Int {
    var count = 0
    if dynamic.contains(where: { $0.tag == DynamicTag.hash.rawValue }) {
      let start = try place(.hash, dynamic, image)
      guard let chains = bytes.number(at: start &+ 4, as: UInt32.self) else {
        throw .damaged("its hash table lies outside the file")
      }
      count = Int(chains)
    }
    if dynamic.contains(where: { $0.tag == DynamicTag.gnuHash.rawValue }) {
      let start = try place(.gnuHash, dynamic, image)
      guard let symbols = GnuHashTable(bytes: bytes, start: start).symbolCount else {
        throw .damaged("its hash table lies outside the file")
      }
      count = max(count, symbols)
    }
    guard count <= bytes.bytes.count / ElfSymbolTable.entryBytes else {
      throw .damaged("it claims \(count) symbols")
    }
    return count
  }
}

/// Tags of the dynamic section that are read here.
enum DynamicTag: UInt64, CustomStringConvertible {
  case needed = 1
  case hash = 4
  case stringTable = 5
  case symbolTable = 6
  case gnuHash = 0x6fff_fef5
  case versionNeeds = 0x6fff_fffe

  var description: String {
    switch self {
    case .needed: "needed library"
    case .hash, .gnuHash: "hash table"
    case .stringTable: "string table"
    case .symbolTable: "symbol table"
    case .versionNeeds: "table of needed versions"
    }
  }
}
