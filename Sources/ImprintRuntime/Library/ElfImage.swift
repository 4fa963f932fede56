// SPDX-License-Identifier: Apache-2.0

/// Maps addresses of the loaded library to the file: the loader uses addresses, never the offsets that
/// headers also state.
struct ElfImage {
  let bytes: LittleEndian
  /// In the order of the file. Where two overlap, the later one is mapped over the earlier one.
  let loads: [ElfSegment]

  init(_ bytes: LittleEndian, _ segments: [ElfSegment]) {
    self.bytes = bytes
    loads = segments.filter { $0.kind == .load }
  }

  /// The file's bytes from that address to the end of its segment; `nil` where the address has none.
  func table(at address: UInt64) -> ElfTable? {
    for segment in loads.reversed() where address >= segment.address {
      let distance = address - segment.address
      guard distance < segment.fileSize else { continue }
      let (place, overflow) = segment.offset.addingReportingOverflow(distance)
      guard !overflow, place < UInt64(bytes.bytes.count) else { return nil }
      let room = min(segment.fileSize - distance, UInt64(bytes.bytes.count) - place)
      return ElfTable(bytes: bytes, address: address, start: Int(place), count: Int(room))
    }
    return nil
  }

  /// The same, of exactly `count` bytes.
  func table(at address: UInt64, count: UInt64) -> ElfTable? {
    table(at: address).flatMap { $0.prefix(count) }
  }

  /// Whether that whole range is within the library.
  func holds(_ address: UInt64, count: UInt64) -> Bool {
    loads.contains {
      address >= $0.address && count <= $0.memorySize && address - $0.address <= $0.memorySize - count
    }
  }

  /// Whether the address is in the library's code.
  func holdsCode(at address: UInt64) -> Bool {
    loads.contains { $0.isExecutable && address >= $0.address && address - $0.address < $0.memorySize }
  }
}

/// A range of the file and the address it is loaded to; nothing outside it is read.
struct ElfTable {
  let bytes: LittleEndian
  let address: UInt64
  /// In the file.
  let start: Int
  /// Bytes.
  let count: Int

  func prefix(_ wanted: UInt64) -> ElfTable? {
    guard wanted <= UInt64(count) else { return nil }
    return ElfTable(bytes: bytes, address: address, start: start, count: Int(wanted))
  }

  func number<T: FixedWidthInteger & UnsignedInteger>(at offset: UInt64, as type: T.Type) -> T? {
    guard count >= MemoryLayout<T>.size, offset <= UInt64(count - MemoryLayout<T>.size) else { return nil }
    return bytes.number(at: start + Int(offset), as: type)
  }

  /// The text at `offset`, null-terminated within the table; `nil` where it is not, or is longer than
  /// ``longestText``.
  func text(at offset: UInt64) -> String? {
    guard offset < UInt64(count) else { return nil }
    let from = start + Int(offset)
    let end = from + min(Self.longestText + 1, count - Int(offset))
    guard let stop = bytes.bytes[from..<end].firstIndex(of: 0) else { return nil }
    return String(decoding: bytes.bytes[from..<stop], as: UTF8.self)
  }

  static let longestText = 4096

  func overlaps(_ other: UInt64, count length: UInt64) -> Bool {
    let end = address &+ UInt64(count)
    return other < end && other &+ length > address
  }
}
