// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A folder that is open, in which names are looked up without following a link out of it.
///
/// All names are ours, came from listing the folder, or were judged to be a plain name: none has a slash.
package struct Folder<Failure: FileFailure>: ~Copyable {
  let descriptor: Int32
  /// For errors: where it lies.
  package let place: String

  init(descriptor: Int32, place: String) {
    self.descriptor = descriptor
    self.place = place
  }

  deinit { close(descriptor) }

  /// Opens a folder by its path. The path itself may lead over links.
  package init(path: String) throws(Failure) {
    descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    place = path
    guard descriptor >= 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw .system(errno, "opening it", place: path) }
      throw .init(.noFolder, place: path)
    }
  }

  /// The folder of that name; `nil` where there is none.
  package func folder(_ name: String) throws(Failure) -> Folder? {
    let found = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard found >= 0 else {
      if errno == ENOENT { return nil }
      throw .system(errno, "opening it", place: "\(place)/\(name)")
    }
    return Folder(descriptor: found, place: "\(place)/\(name)")
  }

  /// The folder of that name, which only its owner may enter; made where there is none.
  package func makeFolder(_ name: String) throws(Failure) -> Folder {
    guard mkdirat(descriptor, name, 0o700) == 0 || errno == EEXIST else {
      throw .system(errno, "making it", place: "\(place)/\(name)")
    }
    let found = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard found >= 0 else { throw .system(errno, "opening it", place: "\(place)/\(name)") }
    return Folder(descriptor: found, place: "\(place)/\(name)")
  }

  /// What lies in it, by name.
  package func names() throws(Failure) -> [String] {
    // A descriptor of its own, as reading moves the position that copies of a descriptor share.
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      throw .system(errno, "listing it", place: place)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw .system(errno, "listing it", place: place) }
        return names.sorted()
      }
      // In place: a record is as long as its name, and a copy of all of d_name would read beyond it.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
  }

  /// - Throws: `unsafeFolder` where others than the owner may enter.
  package func checkOwner() throws(Failure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno, "looking at it", place: place) }
    guard status.st_uid == geteuid() else {
      throw .init(
        .unsafeFolder(
          reason: "it belongs to user \(status.st_uid), not \(geteuid()).",
          remedy: "Run this as its owner, or give it a folder of its own."), place: place)
    }
    guard status.st_mode & 0o077 == 0 else {
      throw .init(
        .unsafeFolder(
          reason: "others may enter it: its mode is \(String(status.st_mode & 0o777, radix: 8)).",
          remedy: "Run `chmod 700` on it."), place: place)
    }
  }

  /// A file's bytes and when it was written, in seconds since 1970; `nil` where there is none.
  /// - Throws: `notAFile` for anything but a file of at most `limit` bytes.
  package func read(_ name: String, limit: Int) throws(Failure) -> (bytes: [UInt8], written: Int64)? {
    let here = "\(place)/\(name)"
    // Not blocking, as a pipe somebody put there would wait for a writer.
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP: throw .notAFile(here, reason: "it is a link, not a file.")
      default: throw .system(errno, "reading it", place: here)
      }
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .system(errno, "reading it", place: here) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
      throw .notAFile(here, reason: "it is not a file of at most \(limit) bytes.")
    }
    // One byte more, so that a file that grows meanwhile is seen to.
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var used = 0
    while used < bytes.count {
      let room = bytes.count - used
      let got = bytes.withUnsafeMutableBytes { $0.baseAddress.map { Glibc.read(file, $0 + used, room) } ?? 0 }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw .system(errno, "reading it", place: here) }
      if got == 0 { break }
      used += got
    }
    return (Array(bytes[..<min(used, Int(status.st_size))]), Int64(status.st_mtim.tv_sec))
  }

  /// Writes a file so that at any moment, even of a power cut, the old or the new one is there, whole.
  /// - Parameters:
  ///   - staging: where it is written before it is renamed; on the same disk.
  ///   - mode: who may read it, before the process's mask is taken off.
  package func write(
    _ bytes: [UInt8], to name: String, staging: borrowing Folder, mode: UInt32 = 0o600
  ) throws(Failure) {
    let here = "\(place)/\(name)"
    let temporary = Self.temporaryName()
    let file = openat(
      staging.descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard file >= 0 else { throw .system(errno, "writing it", place: here) }
    var failure = Self.put(bytes, into: file)
    if failure == 0 && fsync(file) != 0 { failure = errno }
    // Some file systems tell of a full disk here only.
    if close(file) != 0 && failure == 0 { failure = errno }
    if failure == 0 && renameat(staging.descriptor, temporary, descriptor, name) != 0 { failure = errno }
    guard failure == 0 else {
      unlinkat(staging.descriptor, temporary, 0)
      throw .system(failure, "writing it", place: here)
    }
    try sync()
  }

  /// Makes a file and removes it again, to see that files can be written here.
  package func tryWriting() throws(Failure) {
    let temporary = Self.temporaryName()
    let file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system(errno, "writing to it", place: place) }
    close(file)
    unlinkat(descriptor, temporary, 0)
  }

  private static func temporaryName() -> String {
    String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
  }

  /// - Returns: the system's error, or 0.
  private static func put(_ bytes: [UInt8], into file: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
      let done = bytes.withUnsafeBytes {
        $0.baseAddress.map { Glibc.write(file, $0 + written, bytes.count - written) } ?? 0
      }
      if done < 0 && errno != EINTR { return errno }
      written += max(0, done)
    }
    return 0
  }

  /// Moves a file or folder to another folder on the same disk.
  package func move(_ name: String, to target: borrowing Folder, as new: String) throws(Failure) {
    guard renameat(descriptor, name, target.descriptor, new) == 0 else {
      throw .system(errno, "moving it", place: "\(place)/\(name)")
    }
    try target.sync()
    try sync()
  }

  /// Whether anything has that name.
  package func contains(_ name: String) throws(Failure) -> Bool {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0 else { return true }
    guard errno == ENOENT else { throw .system(errno, "looking at it", place: "\(place)/\(name)") }
    return false
  }

  /// Whether a folder has that name; a link to one is none.
  package func isFolder(_ name: String) throws(Failure) -> Bool {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return false }
      throw .system(errno, "looking at it", place: "\(place)/\(name)")
    }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether a link has that name, wherever it leads.
  package func isLink(_ name: String) throws(Failure) -> Bool {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return false }
      throw .system(errno, "looking at it", place: "\(place)/\(name)")
    }
    return status.st_mode & S_IFMT == S_IFLNK
  }

  /// Removes a file; `false` where there was none.
  package func removeFile(_ name: String) throws(Failure) -> Bool {
    guard unlinkat(descriptor, name, 0) == 0 else {
      if errno == ENOENT { return false }
      throw .system(errno, "removing it", place: "\(place)/\(name)")
    }
    try sync()
    return true
  }

  /// Removes whatever has that name, links as such, folders with all in them.
  package func removeAll(_ name: String) throws(Failure) {
    if unlinkat(descriptor, name, 0) == 0 || errno == ENOENT { return }
    guard errno == EISDIR || errno == EPERM, let inner = try folder(name) else {
      throw .system(errno, "removing it", place: "\(place)/\(name)")
    }
    for entry in try inner.names() { try inner.removeAll(entry) }
    guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
      throw .system(errno, "removing it", place: "\(place)/\(name)")
    }
  }

  /// Makes renames and removals in this folder last.
  package func sync() throws(Failure) {
    guard fsync(descriptor) == 0 else { throw .system(errno, "writing it", place: place) }
  }
}
