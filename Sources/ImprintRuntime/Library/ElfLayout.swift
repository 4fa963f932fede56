// SPDX-License-Identifier: Apache-2.0

/// Validates a library's memory layout, so that the file is unambiguous: what the loader maps is what the
/// headers state, whether a reader uses their offsets or their addresses.
struct ElfLayout {
  let header: ElfHeader
  let segments: [ElfSegment]
  let image: ElfImage

  /// The largest memory image of a library: 4 GiB.
  static let longestImage: UInt64 = 4 << 30
  private static let page: UInt64 = 4096
  // The largest page size under Linux: x86-64 has only one.
  private var largestPage: UInt64 { header.machine == 62 ? Self.page : 65_536 }

  func judge() throws(ElfHeader.Problem) {
    try judgeSingles()
    try judgeLoads()
    try judgeOffsets()
  }

  /// Of these the loader uses the last, and other readers the first.
  private func judgeSingles() throws(ElfHeader.Problem) {
    func count(_ kind: ElfSegment.Kind) -> Int { segments.count { $0.kind == kind } }
    let singles: [(ElfSegment.Kind, String)] = [
      (.dynamic, "dynamic sections"), (.programHeaders, "program header tables"),
      (.threadLocal, "thread-local segments"), (.unwinding, "unwind tables"),
      (.stack, "stack segments"), (.readOnlyAfterRelocation, "RELRO segments"),
      (.property, "property notes"),
    ]
    for (kind, name) in singles where count(kind) > 1 {
      throw .irregular("it has \(count(kind)) \(name)")
    }
    guard count(.interpreter) == 0 else {
      throw .irregular("it names an interpreter, which only programs may do")
    }
    guard count(.dynamic) == 1 else { throw .damaged("it has no dynamic section") }
  }

  private func judgeLoads() throws(ElfHeader.Problem) {
    var end: UInt64 = 0
    for (index, load) in image.loads.enumerated() {
      let name = "segment \(index)"
      guard load.fileSize <= load.memorySize, load.memorySize > 0 else {
        throw .irregular("\(name) has more bytes in the file than in memory, or none in memory")
      }
      let (fileEnd, overflow) = load.offset.addingReportingOverflow(load.fileSize)
      guard !overflow, fileEnd <= UInt64(image.bytes.bytes.count) else {
        throw .damaged("\(name) lies outside the file")
      }
      guard load.alignment >= Self.page, load.alignment & (load.alignment - 1) == 0,
        load.address & (load.alignment - 1) == load.offset & (load.alignment - 1)
      else { throw .irregular("\(name) cannot be mapped at its address: its alignment does not match") }
      // Whole pages are mapped, so of two segments in one page one overwrites the other.
      let rounding = min(load.alignment, largestPage) - 1
      guard load.address & ~rounding >= end else {
        throw .irregular("\(name) overlaps the previous one, or precedes it")
      }
      let (last, beyond) = load.address.addingReportingOverflow(load.memorySize)
      guard !beyond, last < 1 << 47, last - image.loads[0].address <= Self.longestImage else {
        throw .irregular("\(name) ends more than \(Self.longestImage) bytes after the library's beginning")
      }
      end = (last + rounding) & ~rounding
    }
    guard !image.loads.isEmpty else { throw .damaged("it has no loadable segment") }
  }

  /// Validates that addresses, used by the loader, and offsets, used by others, agree.
  private func judgeOffsets() throws(ElfHeader.Problem) {
    for segment in segments where segment.fileSize > 0 {
      let name: String
      switch segment.kind {
      case .dynamic: name = "dynamic section"
      case .programHeaders: name = "program header table"
      case .threadLocal: name = "thread-local segment"
      case .unwinding: name = "unwind table"
      case .readOnlyAfterRelocation: name = "RELRO segment"
      case .note, .property: name = "note"
      // Compared elsewhere, or irrelevant.
      case .load, .interpreter, .stack, .other: continue
      }
      guard let there = image.table(at: segment.address, count: segment.fileSize),
        UInt64(there.start) == segment.offset
      else { throw .irregular("the address and the file offset of its \(name) do not match") }
      if segment.kind == .programHeaders {
        guard segment.offset == header.programHeaderOffset,
          segment.fileSize == UInt64(header.programHeaderCount * ElfSegment.bytes)
        else { throw .irregular("it has two program header tables") }
      }
    }
  }
}
