// SPDX-License-Identifier: Apache-2.0

/// The dynamic symbols, as many as the loader can reach.
struct ElfSymbols {
  static let entryBytes = 24

  struct Symbol {
    /// Offset in the string table.
    let name: UInt32
    /// Whether others can bind to it.
    let isExported: Bool
    /// Whether it is undefined here.
    let isImported: Bool
    /// Whether it is both: an import whose address the loader exports, or a symbol that is defined here and
    /// not exported, but which the loader still looks up elsewhere, as all that are not local.
    let isAmbiguous: Bool
  }

  let table: ElfTable
  let count: Int
  /// The tables used for lookups.
  let hashTables: [ElfTable]

  /// - Parameter reached: One more than the highest symbol that a relocation names.
  init(_ dynamic: ElfDynamic, _ image: ElfImage, reached: Int) throws(ElfHeader.Problem) {
    guard let address = dynamic[.symbols], let start = image.table(at: address) else {
      throw .damaged("the dynamic section names no symbol table")
    }
    guard dynamic[.symbolEntryBytes] ?? UInt64(Self.entryBytes) == UInt64(Self.entryBytes) else {
      throw .irregular("the entries of its symbol table do not have \(Self.entryBytes) bytes")
    }
    let old = try OldHashTable(dynamic, image)
    let new = try GnuHashTable(dynamic, image)
    hashTables = [old?.table, new?.table].compactMap(\.self)
    switch (old, new) {
    case (nil, nil): throw .damaged("the dynamic section names no hash table")
    case (let old?, let new?):
      guard new.isEmpty || old.symbolCount == new.symbolCount else {
        throw .irregular(
          "one of its hash tables has \(old.symbolCount) symbols, but the other \(new.symbolCount)")
      }
      count = old.symbolCount
    case (let old?, nil): count = old.symbolCount
    // Without exports this table does not state how many there are.
    case (nil, let new?): count = new.isEmpty ? max(new.symbolCount, reached) : new.symbolCount
    }
    guard let table = start.prefix(UInt64(count) * UInt64(Self.entryBytes)) else {
      throw .damaged("its table of \(count) symbols lies outside the file")
    }
    self.table = table
    guard reached <= count else {
      throw .irregular("a relocation refers to symbol \(reached - 1), but its hash tables have \(count)")
    }
  }

  func symbol(at index: Int) -> Symbol? {
    let place = UInt64(index * Self.entryBytes)
    guard let name = table.number(at: place, as: UInt32.self),
      let info = table.number(at: place + 4, as: UInt8.self),
      let other = table.number(at: place + 5, as: UInt8.self),
      let section = table.number(at: place + 6, as: UInt16.self),
      let value = table.number(at: place + 8, as: UInt64.self)
    else { return nil }
    // Bindings: 0 local, 1 global, 2 weak, 10 GNU unique. Visibilities: 0 default, 3 protected.
    let (isLocal, isPublic) = (info >> 4 == 0, [1, 2, 10].contains(info >> 4))
    let isVisible = other & 3 == 0 || other & 3 == 3
    return Symbol(
      name: name, isExported: isPublic && isVisible && section != 0, isImported: section == 0 && name != 0,
      isAmbiguous: section == 0 ? value != 0 : !isLocal && !isPublic)
  }
}

/// The `DT_HASH` table: how many buckets, how many symbols, buckets, chains.
struct OldHashTable {
  let table: ElfTable
  let symbolCount: Int

  /// `nil` where there is none.
  init?(_ dynamic: ElfDynamic, _ image: ElfImage) throws(ElfHeader.Problem) {
    guard let address = dynamic[.hash] else { return nil }
    guard let start = image.table(at: address), let buckets = start.number(at: 0, as: UInt32.self),
      let symbols = start.number(at: 4, as: UInt32.self),
      let table = start.prefix(8 + 4 * (UInt64(buckets) + UInt64(symbols)))
    else { throw .damaged("its hash table lies outside the file") }
    for place in stride(from: 8, to: UInt64(table.count), by: 4) {
      // The loader does not check the count: it follows the indices.
      guard let symbol = table.number(at: place, as: UInt32.self), symbol < symbols else {
        throw .irregular("its hash table refers to symbols beyond the \(symbols) that it states")
      }
    }
    self.table = table
    symbolCount = Int(symbols)
  }
}

/// The `DT_GNU_HASH` table: a header, a Bloom filter, buckets, chains.
struct GnuHashTable {
  let table: ElfTable
  /// One more than the highest symbol index in the table; where it is empty, the first index.
  let symbolCount: Int
  let isEmpty: Bool

  /// `nil` where there is none.
  init?(_ dynamic: ElfDynamic, _ image: ElfImage) throws(ElfHeader.Problem) {
    guard let address = dynamic[.gnuHash] else { return nil }
    guard let start = image.table(at: address), let buckets = start.number(at: 0, as: UInt32.self),
      let first = start.number(at: 4, as: UInt32.self),
      let filterWords = start.number(at: 8, as: UInt32.self)
    else { throw .damaged("its hash table lies outside the file") }
    // The loader aborts the process for any other number.
    guard filterWords > 0, filterWords & (filterWords - 1) == 0 else {
      throw .irregular(
        "the Bloom filter of its hash table has \(filterWords) words, which is not a power of two")
    }
    let bucketStart = 16 + UInt64(filterWords) * 8
    let chainStart = bucketStart + UInt64(buckets) * 4
    guard chainStart <= UInt64(start.count) else { throw .damaged("its hash table lies outside the file") }
    var last: UInt32 = 0
    for index in 0..<UInt64(buckets) {
      guard let symbol = start.number(at: bucketStart + index * 4, as: UInt32.self) else {
        throw .damaged("its hash table lies outside the file")
      }
      // The buckets precede the chains: the loader would read them as a chain.
      guard symbol == 0 || symbol >= first else {
        throw .irregular("its hash table refers to symbol \(symbol), but begins at \(first)")
      }
      last = max(last, symbol)
    }
    isEmpty = last == 0
    // A chain ends at the first value whose lowest bit is set: if the last one has it, all chains end.
    while !isEmpty {
      guard last < UInt32.max,
        let hash = start.number(at: chainStart + UInt64(last - first) * 4, as: UInt32.self)
      else { throw .damaged("its hash table lies outside the file") }
      last += 1
      if hash & 1 == 1 { break }
    }
    symbolCount = Int(isEmpty ? first : last)
    let chains = isEmpty ? 0 : UInt64(last - first) * 4
    guard let table = start.prefix(chainStart + chains) else {
      throw .damaged("its hash table lies outside the file")
    }
    self.table = table
  }
}
