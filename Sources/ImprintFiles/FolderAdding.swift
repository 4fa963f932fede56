// SPDX-License-Identifier: Apache-2.0
import Glibc

// Files that are put beside those of others, and take nothing's place.
extension Folder {
  /// Adds a file that only its owner may read: complete and flushed to disk, or not at all. On file systems
  /// without hard links too.
  /// - Parameters:
  ///   - prefix: of the name that it has while it is written; a writer that dies leaves that behind, for
  ///     ``removeAbandoned(prefix:writtenBefore:)``.
  ///   - isForAll: whether everybody may read it, where the process's umask and the file system let them.
  /// - Returns: `false` where something has the name, which stays as it is.
  package func add(
    _ bytes: [UInt8], as name: String, writingAs prefix: String, isForAll: Bool = false
  ) throws(Failure) -> Bool {
    let temporary = prefix + String(UInt64.random(in: .min ... .max), radix: 16)
    let here = "\(place)/\(name)"
    let file = try makePrivateFile(temporary, replacing: false)
    // Says that it has a writer. Where there are no locks, only its age does.
    _ = flock(file.rawValue, LOCK_EX | LOCK_NB)
    // Some file systems have no permissions.
    if isForAll { _ = fchmod(file.rawValue, 0o644) }
    // Where it was moved, nothing of that name is left.
    defer { unlinkat(descriptor, temporary, 0) }
    do throws(FileProblem) {
      do throws(FileProblem) {
        try file.put(bytes)
        try file.flush()
      } catch {
        close(file.rawValue)
        throw error
      }
      // Some file systems report a full disk only here.
      guard close(file.rawValue) == 0 else { throw .system(errno, "writing it") }
    } catch {
      throw .init(error, place: here)
    }
    guard try give(name, to: temporary) else { return false }
    try sync()
    return true
  }

  /// Never replaces anything.
  private func give(_ name: String, to temporary: String) throws(Failure) -> Bool {
    guard linkat(descriptor, temporary, descriptor, name, 0) != 0 else { return true }
    let number = errno
    switch number {
    case EEXIST: return false
    // A file system without second names for a file.
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
      do throws(Failure) {
        try place(temporary, in: self, as: name, .new)
        return true
      } catch {
        guard try !contains(name) else { return false }
        throw error
      }
    default: throw .system(number, "putting it in its place", place: "\(place)/\(name)")
    }
  }

  /// Removes what writers that died have left. A file that is being written stays, as its writer holds a lock
  /// on it, and so does a young one: its writer may be on a machine whose locks are not seen here. What
  /// cannot be removed stays too.
  /// - Parameters:
  ///   - prefix: as of ``add(_:as:writingAs:isForAll:)``.
  ///   - time: seconds since 1970.
  package func removeAbandoned(prefix: String, writtenBefore time: Int64) throws(Failure) {
    for name in try names() where name.utf8.starts(with: prefix.utf8) {
      var status = stat()
      // Before it is opened: opening a device may do something.
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_mtim.tv_sec < time
      else { continue }
      let file = openat(descriptor, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      defer { close(file) }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else { continue }
      unlinkat(descriptor, name, 0)
    }
  }

  /// Its path without links; as it was given where the system does not say.
  package var resolvedPath: String {
    FileLink.target(of: "/proc/self/fd/\(descriptor)") ?? place
  }

  /// Whether it is the folder of a path, or below that, by whatever name.
  package func isWithin(_ path: String) -> Bool {
    var (there, before) = (stat(), stat())
    guard stat(path, &there) == 0 else { return false }
    var up = "."
    while true {
      var here = stat()
      guard fstatat(descriptor, up, &here, 0) == 0 else { return false }
      if here.st_dev == there.st_dev && here.st_ino == there.st_ino { return true }
      // The root is its own parent.
      if here.st_dev == before.st_dev && here.st_ino == before.st_ino { return false }
      before = here
      up += "/.."
    }
  }

  /// Whether a path is this folder's, by whatever name.
  package func isSame(as path: String) -> Bool {
    var (here, there) = (stat(), stat())
    guard fstat(descriptor, &here) == 0, stat(path, &there) == 0 else { return false }
    return here.st_dev == there.st_dev && here.st_ino == there.st_ino
  }
}
