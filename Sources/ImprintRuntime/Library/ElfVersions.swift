// SPDX-License-Identifier: Apache-2.0

/// Symbol versions that a library needs of one other, such as `GLIBC_2.34` of `libc.so.6`.
package struct VersionNeed: Sendable, Hashable {
  package let library: String
  package let version: String
}

/// The table of needed versions, traversed as by the loader: by its offsets, not by its counts.
struct ElfVersions {
  let needs: [VersionNeed]
  /// The tables it is read from.
  let tables: [ElfTable]

  // Tables may overlap, so a small file could state billions of entries.
  private static let mostVersions = 10_000
  private static let mostLibraries = 1024

  init(
    _ dynamic: ElfDynamic, _ image: ElfImage, strings: ElfTable, symbolCount: Int
  ) throws(ElfHeader.Problem) {
    var read: [ElfTable] = []
    if let address = dynamic[.versions] {
      guard let indexes = image.table(at: address, count: UInt64(symbolCount) * 2) else {
        throw .damaged("the symbol version table lies outside the file")
      }
      read.append(indexes)
    }
    guard let address = dynamic[.versionNeeds] else {
      needs = []
      tables = read
      return
    }
    guard let table = image.table(at: address) else { throw Self.outside }
    var needs: [VersionNeed] = []
    var end: UInt64 = 0
    var place: UInt64 = 0
    var libraries: UInt64 = 0
    while true {
      guard libraries < Self.mostLibraries else {
        throw .irregular("it needs versions of more than \(Self.mostLibraries) libraries")
      }
      guard let count = table.number(at: place + 2, as: UInt16.self),
        let file = table.number(at: place + 4, as: UInt32.self),
        let first = table.number(at: place + 8, as: UInt32.self),
        let next = table.number(at: place + 12, as: UInt32.self),
        let library = strings.text(at: UInt64(file))
      else { throw Self.outside }
      libraries += 1
      let found = try Self.versions(of: library, table, from: place + UInt64(first), strings)
      guard found.needs.count == Int(count) else {
        throw .irregular(
          "it states \(count) required versions of \(library), but lists \(found.needs.count)")
      }
      needs += found.needs
      end = max(end, place + 16, found.end)
      guard needs.count <= Self.mostVersions else { throw .irregular("it needs too many versions") }
      if next == 0 { break }
      place += UInt64(next)
    }
    guard dynamic[.versionNeedCount] == libraries else {
      throw .irregular(
        "it states required versions of \(dynamic[.versionNeedCount] ?? 0) libraries, but lists \(libraries)"
      )
    }
    self.needs = needs
    tables = read + [table.prefix(end)].compactMap(\.self)
  }

  private static func versions(
    of library: String, _ table: ElfTable, from start: UInt64, _ strings: ElfTable
  ) throws(ElfHeader.Problem) -> (needs: [VersionNeed], end: UInt64) {
    var needs: [VersionNeed] = []
    var place = start
    while true {
      guard needs.count <= mostVersions, let name = table.number(at: place + 8, as: UInt32.self),
        let step = table.number(at: place + 12, as: UInt32.self), let version = strings.text(at: UInt64(name))
      else { throw outside }
      needs.append(VersionNeed(library: library, version: version))
      if step == 0 { return (needs, place + 16) }
      place += UInt64(step)
    }
  }

  private static let outside = ElfHeader.Problem.damaged(
    "the table of required versions lies outside the file")
}
