// SPDX-License-Identifier: Apache-2.0

/// `/etc/ld.so.cache`: the system's libraries by name, as `ldconfig` recorded them. The loader reads only
/// this; `/etc/ld.so.conf` is for ldconfig.
struct LoaderCache {
  static let place = "/etc/ld.so.cache"
  // Systems have thousands of libraries, in hundreds of kilobytes.
  static let maximumBytes = 64 << 20
  private static let magic = Array("glibc-ld.so.cache1.1".utf8)
  private static let oldMagic = Array("ld.so-1.7.0".utf8)
  private static let headerBytes = 48
  private static let entryBytes = 24

  private let paths: [String: [String]]

  /// - Parameter machine: As in the ELF header; entries for other processors are ignored.
  /// - Returns: `nil` for bytes that are not a cache of glibc 2.2 or later.
  init?(_ file: [UInt8], machine: UInt16) {
    let bytes = LittleEndian(file)
    guard let start = Self.start(bytes), let count = bytes.number(at: start + 20, as: UInt32.self) else {
      return nil
    }
    guard let kind = Self.kind(of: machine), Int(count) <= file.count / Self.entryBytes else { return nil }
    var paths: [String: [String]] = [:]
    for index in 0..<Int(count) {
      let entry = start + Self.headerBytes + index * Self.entryBytes
      guard let flags = bytes.number(at: entry, as: UInt32.self),
        let key = bytes.number(at: entry + 4, as: UInt32.self),
        let value = bytes.number(at: entry + 8, as: UInt32.self)
      else { return nil }
      guard flags == kind, let name = bytes.text(at: start + Int(key), limit: ElfTable.longestText),
        let path = bytes.text(at: start + Int(value), limit: ElfTable.longestText)
      else { continue }
      paths[name, default: []].append(path)
    }
    self.paths = paths
  }

  /// The paths of libraries of that name, the one for the most capable processor first.
  func paths(of name: String) -> [String] { paths[name] ?? [] }

  /// The offset of the cache in the new format: 0, or after one in the old format.
  private static func start(_ bytes: LittleEndian) -> Int? {
    func begins(_ text: [UInt8], at place: Int) -> Bool {
      place >= 0 && bytes.bytes.count - place >= text.count
        && bytes.bytes[place..<(place + text.count)].elementsEqual(text)
    }
    if begins(magic, at: 0) { return 0 }
    // 11 bytes of magic, a count at 12, entries of 12 bytes each, padded to a multiple of 8.
    guard begins(oldMagic, at: 0), let count = bytes.number(at: 12, as: UInt32.self) else { return nil }
    let place = (16 + 12 * Int(count) + 7) & ~7
    return begins(magic, at: place) ? place : nil
  }

  /// ldconfig's flags of 64-bit libraries for glibc 2: its number for the processor, and 3.
  private static func kind(of machine: UInt16) -> UInt32? {
    switch machine {
    case 62: 0x0303
    case 183: 0x0a03
    default: nil
    }
  }
}
