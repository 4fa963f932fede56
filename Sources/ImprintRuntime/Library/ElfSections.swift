// SPDX-License-Identifier: Apache-2.0

/// The section headers, which most tools read, but not the loader. They may be stripped; those present have
/// to describe the same tables.
struct ElfSections {
  private static let headerBytes = 64

  private enum Kind: UInt32 {
    case hash = 5
    case dynamic = 6
    case symbols = 11
    case gnuHash = 0x6fff_fff6
    case versionNeeds = 0x6fff_fffe
    case versions = 0x6fff_ffff
  }

  let header: ElfHeader
  let bytes: LittleEndian

  /// Compares them with what the loader uses.
  func judge(_ dynamic: ElfDynamic, _ symbols: ElfSymbols, _ strings: ElfTable, _ image: ElfImage)
    throws(ElfHeader.Problem)
  {
    guard header.sectionHeaderOffset != 0 || header.sectionHeaderCount != 0 else { return }
    guard header.sectionHeaderSize == Self.headerBytes, header.sectionHeaderCount > 0 else {
      throw .irregular("its section headers cannot be read")
    }
    var seen: Set<UInt32> = []
    for index in 0..<header.sectionHeaderCount {
      let section = try section(index)
      guard let kind = Kind(rawValue: section.kind) else { continue }
      guard seen.insert(section.kind).inserted else {
        throw .irregular("its section headers name more than one \(Self.name(of: kind))")
      }
      let expected: UInt64? =
        switch kind {
        case .dynamic: dynamic.table.address
        case .symbols: dynamic[.symbols]
        case .hash: dynamic[.hash]
        case .gnuHash: dynamic[.gnuHash]
        case .versionNeeds: dynamic[.versionNeeds]
        case .versions: dynamic[.versions]
        }
      try compare(section, with: expected, image, Self.name(of: kind))
      if kind == .symbols {
        guard section.bytes == UInt64(symbols.table.count) else {
          throw .irregular(
            "its section headers state \(section.bytes / UInt64(ElfSymbols.entryBytes)) symbols, but its "
              + "hash tables have \(symbols.count)")
        }
        try compare(try self.section(Int(section.link)), with: strings.address, image, "names of its symbols")
      }
    }
  }

  private func compare(
    _ section: Section, with address: UInt64?, _ image: ElfImage, _ name: String
  ) throws(ElfHeader.Problem) {
    guard let address, section.address == address, let there = image.table(at: address),
      UInt64(there.start) == section.offset
    else { throw .irregular("its section headers state another location for the \(name)") }
  }

  private struct Section {
    let kind: UInt32
    let address: UInt64
    let offset: UInt64
    let bytes: UInt64
    let link: UInt32
  }

  private func section(_ index: Int) throws(ElfHeader.Problem) -> Section {
    let (place, overflow) = header.sectionHeaderOffset.addingReportingOverflow(
      UInt64(index * Self.headerBytes))
    guard !overflow, index < header.sectionHeaderCount, place <= UInt64(bytes.bytes.count),
      let kind = bytes.number(at: place + 4, as: UInt32.self),
      let address = bytes.number(at: place + 16, as: UInt64.self),
      let offset = bytes.number(at: place + 24, as: UInt64.self),
      let size = bytes.number(at: place + 32, as: UInt64.self),
      let link = bytes.number(at: place + 40, as: UInt32.self)
    else { throw .damaged("section header \(index) lies outside the file") }
    return Section(kind: kind, address: address, offset: offset, bytes: size, link: link)
  }

  private static func name(of kind: Kind) -> String {
    switch kind {
    case .dynamic: "dynamic section"
    case .symbols: "symbol table"
    case .hash, .gnuHash: "hash table"
    case .versionNeeds: "table of required versions"
    case .versions: "symbol version table"
    }
  }
}
