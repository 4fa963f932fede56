// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintSettings

/// The result of reading a package.
struct PackageReading: Sendable {
  var manifest: PluginManifest
  var manifestHash: ContentHash
  var warnings: [ManifestProblem]
  /// In the package's order.
  var files: [PackageFile] = []
  /// The offset of each file's content.
  var offsets: [Int] = []
}

/// Reads a package completely, and rejects everything not exactly in the format.
///
/// Writes nothing, and holds only headers, manifest and one piece of a file in memory. The bytes are
/// untrusted. Thread-safe.
struct PackageReader {
  private let source: any PackageSource
  private var offset = 0

  private init(_ source: any PackageSource) { self.source = source }

  /// - Throws: ``PackageError`` about the package.
  /// - Complexity: O(bytes): every file is hashed.
  static func read(_ source: any PackageSource) throws(PackageError) -> PackageReading {
    guard source.byteCount <= PackageLimit.bytes else {
      throw .package(
        .tooLarge, source.place,
        "it has \(source.byteCount) bytes, and a package at most \(PackageLimit.bytes).")
    }
    var reader = PackageReader(source)
    return try reader.readAll()
  }

  private mutating func readAll() throws(PackageError) -> PackageReading {
    guard let first = try nextHeader(), first.path == PackageLayout.manifest else {
      throw .package(.missingFile, source.place, "its first file is not \(PackageLayout.manifest).")
    }
    var reading = try readManifest(first)
    var walk = LayoutWalk(
      try PackageLayout(of: reading.manifest, place: source.place), place: source.place)
    _ = try walk.take(first.path)
    while let header = try nextHeader() {
      guard reading.files.count < PackageLimit.files else {
        throw .package(.tooLarge, source.place, "it has more than \(PackageLimit.files) files.")
      }
      try readFile(header, as: try walk.take(header.path), into: &reading)
    }
    try walk.finish()
    return reading
  }

  private mutating func readManifest(_ header: ArchiveHeader) throws(PackageError) -> PackageReading {
    try check(header, atMost: ManifestReader.maximumBytes)
    let bytes = try source.bytes(from: offset, count: header.bytes)
    // The manifest is parsed from the bytes that are hashed: two reads of a changing file could differ
    // (TOCTOU).
    let read: ManifestReading<PluginManifest>
    do {
      read = try ManifestReader.plugin(bytes: bytes, place: "\(source.place): \(header.path)")
    } catch {
      let others = error.problems.dropFirst().map { " \($0)" }.joined()
      throw PackageError(
        .brokenManifest, place: error.place, reason: error.reason + others, remedy: error.remedy)
    }
    var reading = PackageReading(
      manifest: read.manifest, manifestHash: ContentHash(of: bytes), warnings: read.warnings)
    try readFile(
      header, as: .file(header.path, sha256: reading.manifestHash, bytes: nil), into: &reading)
    return reading
  }

  /// Hashes a file's content, and compares it with the manifest.
  private mutating func readFile(
    _ header: ArchiveHeader, as slot: PackageLayout.Slot, into reading: inout PackageReading
  ) throws(PackageError) {
    try check(header, atMost: Self.limit(of: slot))
    let hash = try source.hash(from: offset, bytes: header.bytes).hash
    if case .file(_, let stated, let bytes) = slot {
      if let bytes, bytes != header.bytes {
        throw .package(
          .lengthDiffers, source.place,
          "\(header.path) has \(header.bytes) bytes, and the manifest says \(bytes).")
      }
      if let stated, stated != hash {
        throw .package(
          .hashDiffers, source.place,
          "the SHA-256 of \(header.path) begins with \(hash.hex.prefix(12)), and the manifest's with "
            + "\(stated.hex.prefix(12)).")
      }
    }
    reading.files.append(PackageFile(path: header.path, bytes: header.bytes, sha256: hash))
    reading.offsets.append(offset)
    try skipContent(of: header)
  }

  private static func limit(of slot: PackageLayout.Slot) -> Int {
    switch slot {
    case .file: PackageLimit.bytes
    case .text, .texts: PackageLimit.textBytes
    }
  }

  private func check(_ header: ArchiveHeader, atMost limit: Int) throws(PackageError) {
    guard header.bytes <= limit else {
      throw .package(
        .tooLarge, source.place, "\(header.path) has \(header.bytes) bytes, and may have \(limit).")
    }
    // Before anything is read or hashed: a false length in a header must cost nothing.
    guard ArchiveHeader.blocks(of: header.bytes) <= source.byteCount - offset else {
      throw .package(.truncated, source.place, "it ends within \(header.path).")
    }
  }

  private mutating func skipContent(of header: ArchiveHeader) throws(PackageError) {
    let padding = ArchiveHeader.blocks(of: header.bytes) - header.bytes
    guard try source.bytes(from: offset + header.bytes, count: padding).allSatisfy({ $0 == 0 }) else {
      throw .package(.damaged, source.place, "there are bytes between \(header.path) and what follows it.")
    }
    offset += header.bytes + padding
  }

  /// The next file's header; `nil` at the end, after which nothing may follow.
  private mutating func nextHeader() throws(PackageError) -> ArchiveHeader? {
    let block = try nextBlock()
    guard block.contains(where: { $0 != 0 }) else {
      try readEnd()
      return nil
    }
    do { return try ArchiveHeader.read(block) } catch {
      throw .package(
        error.code, source.place, "\(error.reason) (at byte \(offset - ArchiveHeader.blockBytes)).")
    }
  }

  private mutating func readEnd() throws(PackageError) {
    guard try nextBlock().allSatisfy({ $0 == 0 }) else {
      throw .package(.damaged, source.place, "there is one block of zeros in it, where two end it.")
    }
    guard offset == source.byteCount else {
      throw .package(.trailingData, source.place, "\(source.byteCount - offset) bytes follow its end.")
    }
  }

  private mutating func nextBlock() throws(PackageError) -> [UInt8] {
    guard source.byteCount - offset >= ArchiveHeader.blockBytes else {
      throw .package(
        .truncated, source.place, "it ends after \(source.byteCount) bytes, without its end marker.")
    }
    let block = try source.bytes(from: offset, count: ArchiveHeader.blockBytes)
    offset += block.count
    return block
  }
}
