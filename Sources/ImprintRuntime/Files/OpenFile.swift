// SPDX-License-Identifier: Apache-2.0
private import Crypto
internal import Glibc
internal import ImprintFiles
internal import ImprintModel

/// A regular file that was opened once, so that what is judged and what is used are the same file.
struct OpenFile: ~Copyable {
  let descriptor: Int32
  /// As the file system said on opening.
  let state: FileState
  let rights: FileRights
  /// Bytes, as the file system said on opening.
  var size: Int { state.size }

  /// - Throws: ``FileProblem`` where it is not there, cannot be opened, or is no regular file.
  init(_ path: String) throws(FileProblem) {
    // O_NONBLOCK: a pipe in the place of a file must not stop the listing.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileProblem(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let problem = FileProblem(errno)
      close(descriptor)
      throw problem
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFile
    }
    self.descriptor = descriptor
    state = FileState(status)
    rights = FileRights(status)
  }

  deinit {
    close(descriptor)
  }

  /// Says whether a regular file of that name lies in a plugin's folder; opens nothing.
  /// - Throws: ``FileProblem`` where there is none.
  static func find(_ name: String, in folder: String) throws(FileProblem) {
    var status = stat()
    guard lstat("\(folder)/\(name)", &status) == 0 else { throw FileProblem(errno) }
    guard status.st_mode & S_IFMT != S_IFLNK else { throw .link }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
  }

  /// Opens a file of a plugin's folder, in which nothing may be a link.
  /// - Parameter name: Below the folder, with `/` between folders.
  /// - Throws: ``FileProblem`` where it is not there, cannot be opened, or is no regular file.
  init(_ name: String, in folder: String) throws(FileProblem) {
    let opened = try FileBelow.open(name, in: folder)
    descriptor = opened.descriptor
    state = FileState(opened.status)
    rights = FileRights(opened.status)
  }

  /// Files of plugins and run-time libraries are not read beyond this: 4 GiB.
  static let maximumBytes = 4 << 30

  /// SHA-256 of all it has, and how many bytes that are; memory stays bounded. O(bytes).
  /// - Throws: ``FileProblem`` `tooLarge` beyond ``maximumBytes``, `changes` where its length is not what it
  ///   was when it was opened, `cancelled` where the task is.
  func hash() throws(FileProblem) -> (sha256: ContentHash, bytes: Int) {
    guard size <= Self.maximumBytes else { throw .tooLarge(size, most: Self.maximumBytes) }
    var hash = SHA256()
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    var count = 0
    while true {
      guard !Task.isCancelled else { throw .cancelled }
      let got = piece.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(count)) }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw FileProblem(errno) }
      guard got > 0 else { break }
      // A file that grows as fast as it is read has no end.
      guard count + got <= size else { throw .changes }
      piece.withUnsafeBytes { hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[..<got])) }
      count += got
    }
    guard count == size else { throw .changes }
    guard let sha256 = ContentHash(bytes: Array(hash.finalize())) else { throw FileProblem(EIO) }
    return (sha256, count)
  }

  /// The bytes from the start, at most `limit`.
  func read(upTo limit: Int) throws(FileProblem) -> [UInt8] {
    var problem: FileProblem?
    let bytes = [UInt8](unsafeUninitializedCapacity: max(0, min(limit, size))) { buffer, count in
      while count < buffer.count {
        let got = pread(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, off_t(count))
        if got < 0, errno == EINTR { continue }
        if got < 0 { problem = FileProblem(errno) }
        if got <= 0 { break }
        count += got
      }
    }
    if let problem { throw problem }
    return bytes
  }
}
