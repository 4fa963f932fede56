// SPDX-License-Identifier: Apache-2.0
import Glibc

// Files that all users read: programs, libraries, models.
extension Folder {
  /// How a rename treats an existing target.
  package enum Placing: UInt32 {
    /// The target must not exist (`RENAME_NOREPLACE`).
    case new = 1
    /// Source and target are exchanged atomically (`RENAME_EXCHANGE`).
    case exchange = 2
  }

  /// The folder of that name, which everybody may read; created if absent.
  package func makeSharedFolder(_ name: String) throws(Failure) -> Folder {
    let isNew = mkdirat(descriptor, name, 0o755) == 0
    guard isNew || errno == EEXIST else { throw .system(errno, "making it", place: "\(place)/\(name)") }
    guard let made = try folder(name) else { throw .system(ENOENT, "making it", place: "\(place)/\(name)") }
    // Regardless of the process's umask.
    guard !isNew || fchmod(made.descriptor, 0o755) == 0 else {
      throw .system(errno, "making it", place: made.place)
    }
    return made
  }

  /// A new file that everybody may read. It is durable once it and its folder are synced.
  /// - Parameter isProgram: whether it is executable.
  package func makeFile(_ name: String, isProgram: Bool = false) throws(Failure) -> NewFile<Failure> {
    let here = "\(place)/\(name)"
    let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system(errno, "writing it", place: here) }
    let made = NewFile<Failure>(descriptor: FileDescriptor(rawValue: file), place: here)
    guard fchmod(file, isProgram ? 0o755 : 0o644) == 0 else {
      throw .system(errno, "writing it", place: here)
    }
    return made
  }

  /// Moves an entry to a name in another folder of the same file system, atomically. Neither folder is
  /// synced.
  package func place(
    _ name: String, in target: borrowing Folder, as new: String, _ placing: Placing
  ) throws(Failure) {
    let failure = PlacingCall.rename(descriptor, name, target.descriptor, new, flags: placing.rawValue)
    guard failure == 0 else {
      throw .system(failure, "putting it in its place", place: "\(target.place)/\(new)")
    }
  }
}

/// A file that is being written.
package struct NewFile<Failure: FileFailure>: ~Copyable {
  private let descriptor: FileDescriptor
  private let place: String

  init(descriptor: FileDescriptor, place: String) {
    self.descriptor = descriptor
    self.place = place
  }

  deinit { close(descriptor.rawValue) }

  /// Adds bytes at the end.
  package func write(_ bytes: some Sequence<UInt8>) throws(Failure) {
    try Failure.at(place) { () throws(FileProblem) in try descriptor.put(bytes) }
  }

  /// Flushes what was written to disk.
  package func sync() throws(Failure) {
    try Failure.at(place) { () throws(FileProblem) in try descriptor.flush() }
  }
}

extension Folder {
  /// Creates a folder that everybody may read, with its parents, where absent.
  package static func makeShared(_ path: String) throws(Failure) {
    var made = path.hasPrefix("/") ? "/" : ""
    for name in path.split(separator: "/") {
      made += made.isEmpty || made == "/" ? String(name) : "/\(name)"
      guard mkdir(made, 0o755) == 0 || errno == EEXIST else {
        throw .system(errno, "making it", place: made)
      }
    }
  }
}

/// Swift's Glibc module lacks `renameat2`, which glibc has since 2.28.
private enum PlacingCall {
  private typealias Function =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

  private static let function = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: Function.self) }

  /// - Returns: errno, or 0.
  static func rename(
    _ from: Int32, _ name: String, _ target: Int32, _ new: String, flags: UInt32
  ) -> Int32 {
    guard let function else { return ENOSYS }
    return function(from, name, target, new, flags) == 0 ? 0 : errno
  }
}
