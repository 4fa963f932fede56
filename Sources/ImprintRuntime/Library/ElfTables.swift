// SPDX-License-Identifier: Apache-2.0

/// One program header: a piece of the file and where it lies in memory.
struct ElfSegment {
  static let bytes = 56

  enum Kind {
    case load
    case dynamic
    /// Says what rights the stack wants.
    case stack
    /// Is made read-only after relocation.
    case readOnlyAfterRelocation
    case other
  }

  let kind: Kind
  let isWritable: Bool
  let isExecutable: Bool
  let offset: UInt64
  let address: UInt64
  let fileSize: UInt64

  init?(_ bytes: LittleEndian, at place: UInt64) {
    guard place <= UInt64(bytes.bytes.count), let kind = bytes.number(at: place, as: UInt32.self),
      let flags = bytes.number(at: place + 4, as: UInt32.self),
      let offset = bytes.number(at: place + 8, as: UInt64.self),
      let address = bytes.number(at: place + 16, as: UInt64.self),
      let fileSize = bytes.number(at: place + 32, as: UInt64.self)
    else { return nil }
    self.kind =
      switch kind {
      case 1: .load
      case 2: .dynamic
      case 0x6474_e551: .stack
      case 0x6474_e552: .readOnlyAfterRelocation
      default: .other
      }
    isExecutable = flags & 1 != 0
    isWritable = flags & 2 != 0
    self.offset = offset
    self.address = address
    self.fileSize = fileSize
  }
}

/// Finds where in the file an address of the loaded library comes from.
struct ElfImage {
  let bytes: LittleEndian
  let segments: [ElfSegment]

  /// `nil` for an address that no bytes of the file are loaded to.
  func offset(ofAddress address: UInt64) -> UInt64? {
    for segment in segments where address >= segment.address {
      let distance = address - segment.address
      guard distance < segment.fileSize else { continue }
      let (place, overflow) = segment.offset.addingReportingOverflow(distance)
      guard !overflow, place < UInt64(bytes.bytes.count) else { continue }
      return place
    }
    return nil
  }
}

/// The dynamic symbols.
struct ElfSymbolTable {
  static let entryBytes = 24

  struct Symbol {
    /// Offset in the string table.
    let name: UInt32
    /// Whether others can bind to it.
    let isExported: Bool
    /// Whether it is another library's to define.
    let isImported: Bool
  }

  let bytes: LittleEndian
  let start: UInt64

  func symbol(at index: Int) -> Symbol? {
    let place = start &+ UInt64(index * Self.entryBytes)
    guard place >= start, let name = bytes.number(at: place, as: UInt32.self),
      let info = bytes.number(at: place &+ 4, as: UInt8.self),
      let other = bytes.number(at: place &+ 5, as: UInt8.self),
      let section = bytes.number(at: place &+ 6, as: UInt16.self)
    else { return nil }
    // Bindings: 1 global, 2 weak, 10 GNU unique. Visibilities: 0 default, 3 protected.
    let isVisible = other & 3 == 0 || other & 3 == 3
    return Symbol(
      name: name, isExported: [1, 2, 10].contains(info >> 4) && isVisible && section != 0,
      isImported: section == 0 && name != 0)
  }
}

/// The `DT_GNU_HASH` table: a header, a Bloom filter, buckets, chains.
struct GnuHashTable {
  let bytes: LittleEndian
  let start: UInt64

  /// One more than the highest symbol index in the table; `nil` where it leaves the file.
  var symbolCount: Int? {
    guard let buckets = bytes.number(at: start, as: UInt32.self),
      let firstSymbol = bytes.number(at: start &+ 4, as: UInt32.self),
      let filterWords = bytes.number(at: start &+ 8, as: UInt32.self)
    else { return nil }
    let bucketStart = start &+ 16 &+ UInt64(filterWords) * 8
    let chainStart = bucketStart &+ UInt64(buckets) * 4
    guard Int(buckets) <= bytes.bytes.count / 4 else { return nil }
    var last: UInt32 = 0
    for index in 0..<UInt64(buckets) {
      guard let symbol = bytes.number(at: bucketStart &+ index * 4, as: UInt32.self) else { return nil }
      last = max(last, symbol)
    }
    // Without an exported symbol there is no chain to follow.
    guard last >= firstSymbol, last > 0 else { return Int(firstSymbol) }
    // A chain ends at the first value whose lowest bit is set; each step goes on in the file.
    while let hash = bytes.number(at: chainStart &+ UInt64(last - firstSymbol) * 4, as: UInt32.self) {
      guard last < UInt32.max else { return nil }
      last += 1
      if hash & 1 == 1 { return Int(last) }
    }
    return nil
  }
}
