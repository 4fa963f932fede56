// SPDX-License-Identifier: Apache-2.0
private import CImprint
private import Glibc
internal import ImprintFiles
internal import ImprintModel

/// An entry of the cache, read into memory of its own that nobody writes to any more.
///
/// Its file: magic and length (8 bytes each, little endian), SHA-256 of the entry's name and its bytes, zeros
/// up to 64 bytes; then the bytes.
///
/// `@unchecked Sendable`: the memory is read-only.
final class CacheEntry: @unchecked Sendable {
  /// Aligned to the page.
  let bytes: UnsafeRawBufferPointer

  private static let magic: [UInt8] = Array("IMPCACH1".utf8)
  private static let head = 64
  static let longest = Int(IMP_CACHE_LENGTH)

  /// - Throws: it is not the user's alone, or not what was kept under that name.
  init(_ file: borrowing RegularFile, name: ContentHash) throws(FileProblem) {
    guard file.status.st_uid == geteuid(), file.status.st_mode & 0o077 == 0 else {
      throw .unfit("others than its owner may use it, or its owner is another user.")
    }
    let length = file.size - Self.head
    guard length > 0, length <= Self.longest else { throw .unfit("its length is none of an entry.") }
    let head = try file.bytes(count: Self.head)
    guard let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { throw .system(errno) }
    bytes = UnsafeRawBufferPointer(start: memory, count: length)
    let room = UnsafeMutableRawBufferPointer(start: memory, count: length)
    guard try file.read(at: Self.head, into: room) == length, mprotect(memory, length, PROT_READ) == 0,
      head == Self.head(of: bytes, name: name)
    else { throw .unfit("it is damaged.") }
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

  /// The file of an entry.
  static func file(_ bytes: UnsafeRawBufferPointer, name: ContentHash) -> [UInt8] {
    head(of: bytes, name: name) + bytes
  }

  private static func head(of bytes: UnsafeRawBufferPointer, name: ContentHash) -> [UInt8] {
    var hasher = ContentHasher()
    name.bytes.withUnsafeBytes { hasher.add($0) }
    hasher.add(bytes)
    let head = magic + withUnsafeBytes(of: UInt64(bytes.count).littleEndian, Array.init) + hasher.hash.bytes
    return head + [UInt8](repeating: 0, count: Self.head - head.count)
  }
}
