// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A regular file that was opened once, so that what is judged and what is used are the same file.
struct OpenFile: ~Copyable {
  let descriptor: Int32
  /// As the file system said on opening.
  let state: FileState
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
  }

  deinit {
    close(descriptor)
  }

  /// Says whether a regular file lies there, or what a link leads to; opens nothing.
  /// - Throws: ``FileProblem`` where there is none.
  static func find(_ path: String) throws(FileProblem) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileProblem(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
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

/// Why a file cannot be used.
enum FileProblem: Error, Equatable {
  /// There is nothing of that name.
  case missing
  /// It is a folder, a device or a pipe.
  case notAFile
  /// What the system said.
  case system(Int32)

  init(_ number: Int32) {
    self = number == ENOENT || number == ENOTDIR ? .missing : .system(number)
  }

  /// As the reason of an error: the sentence after the path.
  var sentence: String {
    switch self {
    case .missing: "it is not there."
    case .notAFile: "it is not a regular file."
    case .system(let number): "it cannot be read: \(String(cString: strerror(number)))."
    }
  }
}
