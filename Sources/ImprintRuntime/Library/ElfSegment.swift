// SPDX-License-Identifier: Apache-2.0

/// One program header: a range of the file and its place in memory.
struct ElfSegment {
  static let bytes = 56
  // Linkers emit about ten.
  private static let most = 128

  enum Kind: Equatable {
    case load
    case dynamic
    /// Names the program interpreter: the file is an executable.
    case interpreter
    case note
    /// The place of the program headers in memory.
    case programHeaders
    case threadLocal
    /// Locates the unwinding tables.
    case unwinding
    /// States the protection of the stack.
    case stack
    /// Is made read-only after relocation.
    case readOnlyAfterRelocation
    case property
    /// The loader ignores it.
    case other

    init(_ number: UInt32) {
      self =
        switch number {
        case 1: .load
        case 2: .dynamic
        case 3: .interpreter
        case 4: .note
        case 6: .programHeaders
        case 7: .threadLocal
        case 0x6474_e550: .unwinding
        case 0x6474_e551: .stack
        case 0x6474_e552: .readOnlyAfterRelocation
        case 0x6474_e553: .property
        default: .other
        }
    }
  }

  let kind: Kind
  let isWritable: Bool
  let isExecutable: Bool
  let offset: UInt64
  let address: UInt64
  let fileSize: UInt64
  let memorySize: UInt64
  let alignment: UInt64

  init?(_ bytes: LittleEndian, at place: UInt64) {
    guard place <= UInt64(bytes.bytes.count), let kind = bytes.number(at: place, as: UInt32.self),
      let flags = bytes.number(at: place + 4, as: UInt32.self),
      let offset = bytes.number(at: place + 8, as: UInt64.self),
      let address = bytes.number(at: place + 16, as: UInt64.self),
      let fileSize = bytes.number(at: place + 32, as: UInt64.self),
      let memorySize = bytes.number(at: place + 40, as: UInt64.self),
      let alignment = bytes.number(at: place + 48, as: UInt64.self)
    else { return nil }
    self.kind = Kind(kind)
    isExecutable = flags & 1 != 0
    isWritable = flags & 2 != 0
    self.offset = offset
    self.address = address
    self.fileSize = fileSize
    self.memorySize = memorySize
    self.alignment = alignment
  }

  /// All of a file, in its order.
  static func all(_ header: ElfHeader, _ bytes: LittleEndian) throws(ElfHeader.Problem) -> [ElfSegment] {
    guard header.programHeaderCount > 0 else { throw .damaged("it has no program headers") }
    guard header.programHeaderSize == Self.bytes else {
      throw .irregular("its program headers have \(header.programHeaderSize) bytes each, not \(Self.bytes)")
    }
    guard header.programHeaderCount <= most else {
      throw .irregular("it has \(header.programHeaderCount) program headers, which is too many")
    }
    var segments: [ElfSegment] = []
    for index in 0..<header.programHeaderCount {
      let (place, overflow) = header.programHeaderOffset.addingReportingOverflow(UInt64(index * Self.bytes))
      guard !overflow, let segment = ElfSegment(bytes, at: place) else {
        throw .damaged("program header \(index) lies outside the file")
      }
      segments.append(segment)
    }
    return segments
  }
}
