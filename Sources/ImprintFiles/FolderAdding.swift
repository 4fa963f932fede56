// SPDX-License-Identifier: Apache-2.0
import Glibc

// Files that are put beside those of others, and take nothing's place.
extension Folder {
  /// Adds a file that only its owner may read: complete and flushed to disk, or not at all. On file systems
  /// without hard links too.
  /// - Parameter prefix: of the name that it has while it is written; a writer that dies leaves that behind.
  /// - Returns: `false` where something has the name, which stays as it is.
  package func add(
    _ bytes: [UInt8], as name: String, writingAs prefix: String
  ) throws(Failure) -> Bool {
    let temporary = prefix + String(UInt64.random(in: .min ... .max), radix: 16)
    let here = "\(place)/\(name)"
    let file = try makePrivateFile(temporary, replacing: false)
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

  /// Whether a path is this folder's, by whatever name.
  package func isSame(as path: String) -> Bool {
    var (here, there) = (stat(), stat())
    guard fstat(descriptor, &here) == 0, stat(path, &there) == 0 else { return false }
    return here.st_dev == there.st_dev && here.st_ino == there.st_ino
  }
}
