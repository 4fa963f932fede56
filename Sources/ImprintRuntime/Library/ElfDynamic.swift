// SPDX-License-Identifier: Apache-2.0

/// Tags of the dynamic section that are read here.
enum DynamicTag: UInt64 {
  case needed = 1
  case procedureBytes = 2
  case hash = 4
  case strings = 5
  case symbols = 6
  case relocations = 7
  case relocationBytes = 8
  case relocationEntryBytes = 9
  case stringBytes = 10
  case symbolEntryBytes = 11
  case initFunction = 12
  case finalFunction = 13
  case soname = 14
  case searchPath = 15
  case procedureKind = 20
  case textRelocations = 22
  case procedureRelocations = 23
  case bindNow = 24
  case initArray = 25
  case finalArray = 26
  case initArrayBytes = 27
  case finalArrayBytes = 28
  case runPath = 29
  case flags = 30
  case packedBytes = 35
  case packedRelocations = 36
  case packedEntryBytes = 37
  case gnuHash = 0x6fff_fef5
  case versions = 0x6fff_fff0
  case relativeCount = 0x6fff_fff9
  case flags1 = 0x6fff_fffb
  case versionNeeds = 0x6fff_fffe
  case versionNeedCount = 0x6fff_ffff
}

/// The dynamic section, which the loader relies on.
struct ElfDynamic {
  /// In order, up to `DT_NULL`.
  let entries: [(tag: UInt64, value: UInt64)]
  private let last: [UInt64: UInt64]
  /// Its location, including the terminating `DT_NULL`.
  let table: ElfTable

  /// Reads it as the loader does: at its address, up to `DT_NULL`.
  init(_ segments: [ElfSegment], _ image: ElfImage) throws(ElfHeader.Problem) {
    // The loader uses the last non-empty one.
    guard let segment = segments.last(where: { $0.kind == .dynamic && $0.fileSize > 0 }) else {
      throw .damaged("it has no dynamic section")
    }
    guard let whole = image.table(at: segment.address, count: segment.fileSize) else {
      throw .damaged("the dynamic section lies outside the loaded segments")
    }
    var entries: [(tag: UInt64, value: UInt64)] = []
    var last: [UInt64: UInt64] = [:]
    var place: UInt64 = 0
    while true {
      guard let tag = whole.number(at: place, as: UInt64.self),
        let value = whole.number(at: place + 8, as: UInt64.self)
      else { throw .damaged("the dynamic section is not terminated") }
      place += 16
      if tag == 0 { break }
      entries.append((tag, value))
      last[tag] = value
    }
    self.entries = entries
    self.last = last
    guard let table = whole.prefix(place) else { throw .damaged("the dynamic section is not terminated") }
    self.table = table
  }

  /// The value of a tag; of several the last, as in the loader.
  subscript(_ tag: DynamicTag) -> UInt64? { last[tag.rawValue] }

  /// Its values in order.
  func all(_ tag: DynamicTag) -> [UInt64] { entries.filter { $0.tag == tag.rawValue }.map(\.value) }

  /// Validates that each tag has one value, and that no forbidden tag is present.
  func judge() throws(ElfHeader.Problem) {
    var seen: Set<UInt64> = []
    for (tag, _) in entries {
      // The loader reads only the lower half of some tags: two numbers are then one tag.
      guard tag < 0x8000_0000 else {
        throw .irregular("its dynamic section has the unknown tag 0x\(String(tag, radix: 16))")
      }
      if let what = Self.refused[tag] { throw .irregular(what) }
      if tag == DynamicTag.needed.rawValue { continue }
      guard seen.insert(tag).inserted else {
        throw .irregular(
          "its dynamic section has the tag 0x\(String(tag, radix: 16)) twice, and the loader uses the last one"
        )
      }
    }
    let flags = self[.flags1] ?? 0
    // DF_1_GLOBAL, DF_1_INTERPOSE, DF_1_NODEFLIB, DF_1_CONFALT, DF_1_ENDFILTEE, DF_1_GLOBAUDIT.
    guard flags & (0x2 | 0x400 | 0x800 | 0x2000 | 0x4000 | 0x100_0000) == 0 else {
      throw .irregular(
        "it asks the loader to interpose its symbols, or to search for libraries in another way")
    }
  }

  /// Tags that load libraries or run code without validation.
  private static let refused: [UInt64: String] = [
    0x7fff_ffff: "it is a filter for another library, which the loader would load",
    0x7fff_fffd: "it names an auxiliary library, which the loader would load",
    0x6fff_fefc: "it names an audit library for the loader",
    0x6fff_fefb: "it names an audit library for its dependencies",
    0x6fff_fefa: "it names a configuration file for the loader",
    32: "it has pre-initialization functions, which only programs may have",
    33: "it has pre-initialization functions, which only programs may have",
    17: "it has relocations of a type that its processor does not use",
    18: "it has relocations of a type that its processor does not use",
    19: "it has relocations of a type that its processor does not use",
  ]
}
