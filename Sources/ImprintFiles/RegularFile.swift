// SPDX-License-Identifier: Apache-2.0
package import Glibc
@_exported public import SystemPackage

/// A regular file that is opened once, so that the file verified and the file used are the same (no TOCTOU
/// race).
package struct RegularFile: ~Copyable, Sendable {
  package let descriptor: FileDescriptor
  /// Its `fstat` on opening.
  package let status: stat
  /// In bytes, as on opening.
  package var size: Int { Int(status.st_size) }

  /// Opens it for reading.
  /// - Parameter followsLink: whether the path may be a symbolic link.
  package init(_ path: String, followsLink: Bool = true) throws(FileProblem) {
    try self.init(path, at: AT_FDCWD, followsLink: followsLink)
  }

  /// Opens a file of a folder whose contents are verified, such as a plugin's: the folder's own path may
  /// contain symbolic links, but nothing in the folder may be one. Verifiers and users of such a file both
  /// open it by this.
  /// - Parameter name: Below the folder, with `/` between folders.
  package init(_ name: String, in folder: String) throws(FileProblem) {
    var place = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { throw FileProblem(errno) }
    defer { close(place) }
    // By bytes, as the system reads it: to Swift a slash with a combining accent is another character, and no
    // separator.
    var parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let last = parts.popLast(), !(parts + [last]).contains(where: { ["", ".", ".."].contains($0) })
    else { throw .missing }
    for part in parts {
      let next = openat(place, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard next >= 0 else { throw Self.refusal(errno, part, in: place) }
      close(place)
      place = next
    }
    try self.init(last, at: place, followsLink: false)
  }

  init(_ name: String, at folder: Int32, followsLink: Bool) throws(FileProblem) {
    // Non-blocking: opening a pipe would wait for its writer.
    let file = openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW))
    guard file >= 0 else { throw followsLink ? FileProblem(errno) : Self.refusal(errno, name, in: folder) }
    var status = stat()
    let problem: FileProblem? =
      fstat(file, &status) != 0 ? .system(errno) : status.st_mode & S_IFMT != S_IFREG ? .notAFile : nil
    if let problem {
      close(file)
      throw problem
    }
    descriptor = FileDescriptor(rawValue: file)
    self.status = status
  }

  deinit { close(descriptor.rawValue) }

  // For a link in a folder's place the system reports ENOTDIR.
  private static func refusal(_ number: Int32, _ name: String, in place: Int32) -> FileProblem {
    var status = stat()
    let isLink = fstatat(place, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
    return isLink ? .link : FileProblem(number)
  }
}

extension RegularFile {
  /// Its current content. A longer file is refused unread.
  /// - Throws: `tooLarge` beyond `limit`.
  package func bytes(upTo limit: Int) throws(FileProblem) -> [UInt8] {
    guard size <= limit else { throw .tooLarge(size, most: limit) }
    return try descriptor.bytes(upTo: limit, expecting: size)
  }

  /// At most `count` bytes from an offset on; fewer at its end. Works for `/proc` too, whose files report no
  /// length.
  package func bytes(at offset: Int = 0, count: Int) throws(FileProblem) -> [UInt8] {
    var problem: FileProblem?
    let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { room, used in
      let bounds = UnsafeMutableRawBufferPointer(start: room.baseAddress, count: max(0, count))
      do throws(FileProblem) { used = try read(at: offset, into: bounds) } catch { problem = error }
    }
    if let problem { throw problem }
    return bytes
  }

  /// Fills the buffer, or reads to the end of the file.
  /// - Returns: How many.
  package func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(FileProblem) -> Int {
    var used = 0
    while used < room.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: room[used...])
      let got = try FileProblem.asking {
        try descriptor.read(fromAbsoluteOffset: Int64(offset + used), into: rest)
      }
      if got == 0 { break }
      used += got
    }
    return used
  }

  /// Passes its content in order, in pieces; memory use is bounded.
  package func pieces(_ take: (UnsafeRawBufferPointer) throws(FileProblem) -> Void) throws(FileProblem) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { room.deallocate() }
    var offset = 0
    while case let got = try read(at: offset, into: room), got > 0 {
      try take(UnsafeRawBufferPointer(rebasing: room[..<got]))
      offset += got
    }
  }

  /// Files of plugins and run-time libraries are not read beyond this: 4 GiB.
  package static let maximumBytes = 4 << 30

  /// SHA-256 of all its bytes, as many as ``size``. O(bytes).
  /// - Throws: `tooLarge` beyond ``maximumBytes``, `changes` if its length differs from that on opening,
  ///   `cancelled` if the task is cancelled.
  package func hash() throws(FileProblem) -> ContentHash {
    guard size <= Self.maximumBytes else { throw .tooLarge(size, most: Self.maximumBytes) }
    var hasher = ContentHasher()
    guard !Task.isCancelled else { throw .cancelled }
    try pieces { piece throws(FileProblem) in
      hasher.add(piece)
      guard !Task.isCancelled else { throw .cancelled }
      // A file that grows as fast as it is read has no end.
      guard hasher.byteCount <= size else { throw .changes }
    }
    guard hasher.byteCount == size else { throw .changes }
    return hasher.hash
  }
}

extension FileDescriptor {
  /// A new file that only its owner may read.
  package static func making(_ path: String) throws(FileProblem) -> FileDescriptor {
    let file = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system(errno, "making it") }
    return FileDescriptor(rawValue: file)
  }

  /// All bytes to the end of a file, a pipe or a kernel file.
  /// - Parameter expected: the expected number.
  /// - Throws: `tooLarge` if there are more than `limit`; what was read is discarded.
  package func bytes(upTo limit: Int, expecting expected: Int = 0) throws(FileProblem) -> [UInt8] {
    // One byte more, to detect the end.
    var bytes = [UInt8](repeating: 0, count: min(max(expected, 1 << 12), limit) + 1)
    var used = 0
    while true {
      if used == bytes.count {
        guard used <= limit else { throw .tooLarge(used, most: limit) }
        bytes += [UInt8](repeating: 0, count: min(used, limit + 1 - used))
      }
      let got = try FileProblem.asking {
        try bytes.withUnsafeMutableBytes {
          try read(into: UnsafeMutableRawBufferPointer(rebasing: $0[used...]))
        }
      }
      if got == 0 { break }
      used += got
    }
    bytes.removeLast(bytes.count - used)
    return bytes
  }

  /// Writes all of them.
  package func put(_ bytes: some Sequence<UInt8>) throws(FileProblem) {
    _ = try FileProblem.asking("writing it") { try writeAll(bytes) }
  }

  /// Flushes what was written to disk.
  package func flush() throws(FileProblem) {
    guard fsync(rawValue) == 0 else { throw .system(errno, "writing it") }
  }
}

extension FileProblem {
  /// Turns a system error into a problem.
  static func asking<Value>(
    _ doing: String = "reading it", _ work: () throws -> Value
  ) throws(FileProblem) -> Value {
    do { return try work() } catch { throw .system((error as? Errno)?.rawValue ?? EIO, doing) }
  }
}
