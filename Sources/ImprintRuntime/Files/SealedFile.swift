// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import CImprintLinux
private import Glibc

/// An immutable in-memory copy of a file's bytes: nobody can change it, this process included.
///
/// What is hashed is what is loaded, lent or passed to a worker: writing to or truncating the file on disk
/// does not affect it. The mapping is page-aligned. Costs the file's length in memory.
///
/// `@unchecked Sendable`: the address never changes, and the memory behind it cannot.
final class SealedFile: @unchecked Sendable {
  /// Of the copy; close-on-exec. Valid as long as this object.
  let descriptor: Int32
  let bytes: UnsafeRawBufferPointer
  /// Of the bytes.
  let sha256: ContentHash
  /// The state of the copied file when it was opened.
  let state: FileState

  /// Copies the file's current contents, at most up to its length on opening. O(bytes).
  /// - Throws: ``FileProblem``.
  init(copying file: borrowing RegularFile, name: String) throws(FileProblem) {
    guard file.size <= RegularFile.maximumBytes else {
      throw .tooLarge(file.size, most: RegularFile.maximumBytes)
    }
    let copy = imp_memory_create(name)
    guard copy >= 0 else { throw .system(-copy) }
    do throws(FileProblem) {
      try Self.copy(file.descriptor.rawValue, to: copy, upTo: file.size)
      bytes = try Self.map(copy)
    } catch {
      close(copy)
      throw error
    }
    descriptor = copy
    state = file.state
    sha256 = ContentHash(of: bytes)
    leave()
  }

  /// Takes its pages out of this process, until they are used again: of a library they are there a second
  /// time where it is loaded, and of a model nobody may ever ask.
  func leave() {
    guard let start = bytes.baseAddress else { return }
    madvise(UnsafeMutableRawPointer(mutating: start), bytes.count, MADV_DONTNEED)
  }

  deinit {
    if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
    close(descriptor)
  }

  private static func copy(_ source: Int32, to copy: Int32, upTo limit: Int) throws(FileProblem) {
    var offset: off_t = 0
    // A file that grows meanwhile must not exhaust memory.
    while offset < limit {
      // Copied within the kernel, without a user-space buffer.
      let sent = sendfile(copy, source, &offset, min(1 << 30, limit - Int(offset)))
      if sent < 0, errno == EINTR { continue }
      guard sent >= 0 else { throw .system(errno) }
      if sent == 0 { break }
    }
    let sealed = imp_memory_seal(copy, UInt32(IMP_SEAL_SIZE | IMP_SEAL_WRITE))
    guard sealed == 0 else { throw sealed == -EBUSY ? .copyInUse : .system(-sealed) }
  }

  private static func map(_ copy: Int32) throws(FileProblem) -> UnsafeRawBufferPointer {
    let length = lseek(copy, 0, SEEK_END)
    guard length >= 0 else { throw .system(errno) }
    guard length > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    guard let start = mmap(nil, length, PROT_READ, MAP_SHARED, copy, 0), start != MAP_FAILED else {
      throw .system(errno)
    }
    return UnsafeRawBufferPointer(start: start, count: length)
  }
}
