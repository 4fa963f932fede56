// SPDX-License-Identifier: Apache-2.0

/// The relocations that the loader applies at load time. They could overwrite tables that the loader uses,
/// after these were validated.
struct ElfRelocations {
  static let entryBytes: UInt64 = 24

  private let tables: [ElfTable]
  private let packed: ElfTable?
  private let kinds: Kinds
  /// How many entries of the first table the loader treats as relative without checking.
  private let relativeCount: UInt64

  /// The relocation types that matter, by processor.
  private struct Kinds {
    /// Copies another library's variable here: only programs have it.
    let copy: UInt32
    /// Writes 16 bytes; all others write at most 8.
    let descriptor: UInt32
    /// Adds the library's base address.
    let relative: UInt32
  }

  init(_ header: ElfHeader, _ dynamic: ElfDynamic, _ image: ElfImage) throws(ElfHeader.Problem) {
    kinds =
      header.machine == 183
      ? Kinds(copy: 1024, descriptor: 1031, relative: 1027) : Kinds(copy: 5, descriptor: 36, relative: 8)
    func table(
      _ start: DynamicTag, _ length: DynamicTag, _ entry: UInt64, _ name: String
    ) throws(ElfHeader.Problem) -> ElfTable? {
      guard let address = dynamic[start] else { return nil }
      guard let count = dynamic[length] else { throw .irregular("its \(name) have no length") }
      guard count > 0 else { return nil }
      guard count % entry == 0, let table = image.table(at: address, count: count) else {
        throw .damaged("its \(name) lie outside the file")
      }
      return table
    }
    guard dynamic[.relocationEntryBytes] ?? Self.entryBytes == Self.entryBytes,
      dynamic[.packedEntryBytes] ?? 8 == 8,
      dynamic[.procedureKind] ?? DynamicTag.relocations.rawValue == DynamicTag.relocations.rawValue
    else { throw .irregular("its relocations are of a type that its processor does not use") }
    tables = [
      try table(.relocations, .relocationBytes, Self.entryBytes, "relocations"),
      try table(.procedureRelocations, .procedureBytes, Self.entryBytes, "PLT relocations"),
    ].compactMap(\.self)
    packed = try table(.packedRelocations, .packedBytes, 8, "packed relocations")
    relativeCount = dynamic[.relativeCount] ?? 0
  }

  /// The tables themselves.
  var own: [ElfTable] { tables + [packed].compactMap(\.self) }

  /// One more than the highest symbol that one names.
  var reachedSymbols: Int {
    var reached = 0
    for table in tables {
      for place in stride(from: 0, to: UInt64(table.count), by: Int(Self.entryBytes)) {
        guard let info = table.number(at: place + 8, as: UInt64.self) else { continue }
        reached = max(reached, Int(info >> 32) + 1)
      }
    }
    return reached
  }

  /// Validates that none writes outside the library, or to one of those tables.
  func judge(_ image: ElfImage, keeping judged: [ElfTable]) throws(ElfHeader.Problem) {
    try judgeRelative()
    let targets = Targets(image: image, judged: judged)
    for table in tables {
      for place in stride(from: 0, to: UInt64(table.count), by: Int(Self.entryBytes)) {
        guard let target = table.number(at: place, as: UInt64.self),
          let info = table.number(at: place + 8, as: UInt64.self)
        else { throw .damaged("its relocations lie outside the file") }
        let kind = UInt32(truncatingIfNeeded: info)
        // `R_*_NONE`: nothing is written.
        if kind == 0 { continue }
        guard kind != kinds.copy else {
          throw .irregular("it has a copy relocation, which only programs may have")
        }
        try targets.judge(target, count: kind == kinds.descriptor ? 16 : 8)
      }
    }
    if let packed { try judge(packed, targets) }
  }

  private func judgeRelative() throws(ElfHeader.Problem) {
    guard relativeCount > 0 else { return }
    let first = tables.first
    for index in 0..<min(relativeCount, UInt64(first?.count ?? 0) / Self.entryBytes + 1) {
      guard let info = first?.number(at: index * Self.entryBytes + 8, as: UInt64.self),
        UInt32(truncatingIfNeeded: info) == kinds.relative
      else {
        throw .irregular(
          "it states \(relativeCount) relative relocations, but some of them are of another type")
      }
    }
  }

  /// An even number is an address, an odd one a bitmap of the 63 words that follow.
  private func judge(_ packed: ElfTable, _ targets: Targets) throws(ElfHeader.Problem) {
    var next: UInt64?
    for place in stride(from: 0, to: UInt64(packed.count), by: 8) {
      guard let entry = packed.number(at: place, as: UInt64.self) else { break }
      guard entry & 1 == 1 else {
        try targets.judge(entry, count: 8)
        next = entry &+ 8
        continue
      }
      guard let base = next else { throw .irregular("its packed relocations begin with a bitmap") }
      // Most bitmaps cover free memory: one check instead of 63.
      if !targets.areFree(base, count: 63 * 8) {
        for bit in 0..<63 where entry >> UInt64(bit + 1) & 1 == 1 {
          try targets.judge(base &+ UInt64(bit * 8), count: 8)
        }
      }
      next = base &+ 63 * 8
    }
  }

  private struct Targets {
    let image: ElfImage
    let judged: [ElfTable]

    func areFree(_ address: UInt64, count: UInt64) -> Bool {
      image.holds(address, count: count) && !judged.contains { $0.overlaps(address, count: count) }
    }

    func judge(_ address: UInt64, count: UInt64) throws(ElfHeader.Problem) {
      guard !areFree(address, count: count) else { return }
      let where_ = "0x\(String(address, radix: 16))"
      guard image.holds(address, count: count) else {
        throw .irregular("a relocation writes outside the library, to \(where_)")
      }
      throw .irregular("a relocation modifies the tables that the loader reads, at \(where_)")
    }
  }
}
