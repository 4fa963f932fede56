// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An open folder; names are looked up in it without following symbolic links.
///
/// All names are our own, come from listing the folder, or were validated as plain names: none contains a
/// slash.
package struct Folder<Failure: FileFailure>: ~Copyable {
  let descriptor: Int32
  /// For errors: its path.
  package let place: String

  init(descriptor: Int32, place: String) {
    self.descriptor = descriptor
    self.place = place
  }

  deinit { close(descriptor) }

  /// Opens a folder by its path. The path itself may contain symbolic links.
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

  /// The folder of that name, which only its owner may enter; created if absent.
  package func makeFolder(_ name: String) throws(Failure) -> Folder {
    guard mkdirat(descriptor, name, 0o700) == 0 || errno == EEXIST else {
      throw .system(errno, "making it", place: "\(place)/\(name)")
    }
    let found = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard found >= 0 else { throw .system(errno, "opening it", place: "\(place)/\(name)") }
    return Folder(descriptor: found, place: "\(place)/\(name)")
  }

  /// The names of its entries, sorted.
  package func names() throws(Failure) -> [String] {
    // A new open file description, as duplicated descriptors share the read position.
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return try Failure.at(place) { () throws(FileProblem) in try FolderNames.of(copy) }
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
    guard let file = try file(name) else { return nil }
    return try Failure.at("\(place)/\(name)") { () throws(FileProblem) in
      (try file.bytes(upTo: limit), Int64(file.status.st_mtim.tv_sec))
    }
  }

  /// An opened file; `nil` where there is none.
  /// - Throws: `notAFile` for anything but a file.
  package func file(_ name: String) throws(Failure) -> RegularFile? {
    let here = "\(place)/\(name)"
    do throws(FileProblem) { return try RegularFile(name, at: descriptor, followsLink: false) } catch .missing
    {
      return nil
    } catch .link {
      throw .notAFile(here, reason: "it is a link, not a file.")
    } catch {
      throw .init(error, place: here)
    }
  }

  /// Replaces a file atomically: at any moment, even after a power cut, either the old or the new content is
  /// there, complete.
  /// - Parameters:
  ///   - staging: where it is written before the rename; on the same file system.
  ///   - mode: permissions, before the process's umask.
  ///   - keepsMode: whether it keeps the permissions of the file that it replaces.
  package func write(
    _ bytes: [UInt8], to name: String, staging: borrowing Folder, mode: UInt32 = 0o600,
    keepsMode: Bool = false
  ) throws(Failure) {
    let here = "\(place)/\(name)"
    let temporary = Self.temporaryName()
    let number = openat(
      staging.descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard number >= 0 else { throw .system(errno, "writing it", place: here) }
    let file = FileDescriptor(rawValue: number)
    do throws(FileProblem) {
      do throws(FileProblem) {
        var old = stat()
        if keepsMode, fstatat(descriptor, name, &old, 0) == 0, fchmod(number, old.st_mode & 0o7777) != 0 {
          throw .system(errno, "writing it")
        }
        try file.put(bytes)
        try file.flush()
      } catch {
        close(number)
        throw error
      }
      // Some file systems report a full disk only here.
      guard close(number) == 0, renameat(staging.descriptor, temporary, descriptor, name) == 0 else {
        throw .system(errno, "writing it")
      }
    } catch {
      unlinkat(staging.descriptor, temporary, 0)
      throw .init(error, place: here)
    }
    try sync()
  }

  /// The same for a path; its folder must exist. Anything but a regular file, such as `/dev/stdout`, is
  /// written to, not replaced.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600, keepsMode: Bool = false
  ) throws(Failure) {
    let (folder, name) = FilePath.parts(of: path)
    let place = try Folder(path: folder)
    var there = stat()
    guard fstatat(place.descriptor, name, &there, 0) != 0 || there.st_mode & S_IFMT == S_IFREG else {
      throw .init(.notAFile, place: path)
    }
    do throws(Failure) {
      try place.write(bytes, to: name, staging: place, mode: mode, keepsMode: keepsMode)
    } catch {
      throw Failure(error.code, place: path, reason: error.reason, remedy: error.remedy)
    }
  }

  /// A new file that only its owner may read; the caller closes it.
  /// - Parameter replacing: whether it takes the place of a file or link of that name, at once. What a link
  ///   points to is not touched.
  /// - Throws: `exists` where there is something that it may not replace.
  package func makePrivateFile(_ name: String, replacing: Bool) throws(Failure) -> FileDescriptor {
    let here = "\(place)/\(name)"
    let type = try kind(of: name)
    guard type == nil || replacing && (type == S_IFREG || type == S_IFLNK) else {
      throw .init(.exists, place: here)
    }
    let made = type == nil ? name : Self.temporaryName()
    let file = openat(descriptor, made, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw errno == EEXIST ? .init(.exists, place: here) : .system(errno, "making it", place: here)
    }
    if made != name, renameat(descriptor, made, descriptor, name) != 0 {
      let number = errno
      close(file)
      unlinkat(descriptor, made, 0)
      throw .system(number, "putting it in its place", place: here)
    }
    return FileDescriptor(rawValue: file)
  }

  /// Creates and removes a file, to verify that the folder is writable.
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

  /// Moves a file or folder to another folder of the same file system.
  package func move(_ name: String, to target: borrowing Folder, as new: String) throws(Failure) {
    guard renameat(descriptor, name, target.descriptor, new) == 0 else {
      throw .system(errno, "moving it", place: "\(place)/\(name)")
    }
    try target.sync()
    try sync()
  }

  /// Whether anything has that name.
  package func contains(_ name: String) throws(Failure) -> Bool { try kind(of: name) != nil }

  /// Whether that name is a folder; a link to one does not count.
  package func isFolder(_ name: String) throws(Failure) -> Bool { try kind(of: name) == S_IFDIR }

  /// Whether that name is a regular file; a link to one does not count.
  package func isFile(_ name: String) throws(Failure) -> Bool { try kind(of: name) == S_IFREG }

  /// Whether that name is a symbolic link, whatever its target.
  package func isLink(_ name: String) throws(Failure) -> Bool { try kind(of: name) == S_IFLNK }

  /// The file type of that name, from `stat`; `nil` where there is nothing.
  private func kind(of name: String) throws(Failure) -> mode_t? {
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status.st_mode & S_IFMT }
    if errno == ENOENT { return nil }
    throw .system(errno, "looking at it", place: "\(place)/\(name)")
  }

  /// Removes a file; `false` where there was none.
  /// - Parameter syncs: whether that is on the disk when this returns.
  package func removeFile(_ name: String, syncs: Bool = true) throws(Failure) -> Bool {
    guard unlinkat(descriptor, name, 0) == 0 else {
      if errno == ENOENT { return false }
      throw .system(errno, "removing it", place: "\(place)/\(name)")
    }
    if syncs { try sync() }
    return true
  }

  /// Removes whatever has that name: links without following them, folders recursively.
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

  /// Flushes renames and removals in this folder to disk.
  package func sync() throws(Failure) {
    guard fsync(descriptor) == 0 else { throw .system(errno, "writing it", place: place) }
  }
}
