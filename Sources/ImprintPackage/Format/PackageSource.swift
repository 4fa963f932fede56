// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// A random-access byte source.
protocol PackageSource: Sendable {
  /// For errors.
  var place: String { get }
  var byteCount: Int { get }
  /// Reads at most the buffer's size; returns 0 at the end.
  func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(PackageError) -> Int
}

extension PackageSource {
  /// Passes on a range of it, in pieces.
  /// - Throws: what `piece` throws, or ``PackageError`` `truncated` if it ends early.
  func pieces(
    from offset: Int, bytes: Int, _ piece: (UnsafeRawBufferPointer) throws(PackageError) -> Void
  ) throws(PackageError) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, min(bytes, 1 << 20)), alignment: 64)
    defer { room.deallocate() }
    var done = 0
    while done < bytes {
      let wanted = UnsafeMutableRawBufferPointer(rebasing: room.prefix(bytes - done))
      let got = try read(at: offset + done, into: wanted)
      guard got > 0 else { throw .package(.truncated, place, "it ends after \(offset + done) bytes.") }
      try piece(UnsafeRawBufferPointer(rebasing: wanted.prefix(got)))
      done += got
    }
  }

  /// A range of it, in memory. Callers have bounded its length.
  func bytes(from offset: Int, count: Int) throws(PackageError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    try pieces(from: offset, bytes: count) { bytes += $0 }
    return bytes
  }

  /// The hash of a range of it. O(bytes).
  func hash(from offset: Int, bytes: Int) throws(PackageError) -> ContentHasher {
    var hasher = ContentHasher()
    try pieces(from: offset, bytes: bytes) { hasher.add($0) }
    return hasher
  }
}

/// Bytes in memory.
struct MemorySource: PackageSource {
  let place: String
  let content: [UInt8]

  var byteCount: Int { content.count }

  func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(PackageError) -> Int {
    let end = min(content.count, offset + room.count)
    guard (0..<max(0, end)).contains(offset) else { return 0 }
    room.copyBytes(from: content[offset..<end])
    return end - offset
  }
}

/// A regular file that is opened once: a later file of its name is not read.
final class FileSource: PackageSource {
  let place: String
  var byteCount: Int { file.size }
  private let file: RegularFile

  /// - Throws: ``PackageError`` `unreadable`.
  init(_ path: String) throws(PackageError) {
    do throws(FileProblem) { file = try RegularFile(path) } catch {
      throw PackageError(
        .unreadable, place: path, reason: error.reason, remedy: "Give the path of a file that you may read.")
    }
    place = path
  }

  func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(PackageError) -> Int {
    try PackageError.at(place) { () throws(FileProblem) in try file.read(at: offset, into: room) }
  }
}
