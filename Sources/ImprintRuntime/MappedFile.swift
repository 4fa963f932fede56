// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintModel

/// A file's bytes, mapped read-only; unmapped with the object.
///
/// The mapping begins at a page, so it is 64-byte aligned. Opened once: the descriptor whose bytes are
/// hashed is the one that is mapped. Whoever may write to the installation can still change the file under
/// the mapping, and could as well change the library.
///
/// `@unchecked Sendable`: the address never changes, and the memory behind it is never written to.
final class MappedFile: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer
  /// As it was when it was opened.
  let state: FileState

  /// - Throws: ``FileProblem``.
  init(_ path: String) throws(FileProblem) {
    let file = try OpenFile(path)
    state = file.state
    guard file.size > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    guard let start = mmap(nil, file.size, PROT_READ, MAP_PRIVATE, file.descriptor, 0), start != MAP_FAILED
    else { throw FileProblem(errno) }
    bytes = UnsafeRawBufferPointer(start: start, count: file.size)
  }

  deinit {
    if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
  }

  /// SHA-256 of the bytes. O(n), and reads the whole file.
  func hash() -> ContentHash { ContentHash(of: bytes) }
}
