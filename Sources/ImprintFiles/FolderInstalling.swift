// SPDX-License-Identifier: Apache-2.0
import Glibc

// Files that others than the owner read: programs, libraries, models.
extension Folder {
  /// How a name is given to what was made elsewhere.
  package enum Placing: UInt32 {
    /// Nothing may have the name yet.
    case new = 1
    /// What has the name takes the place of what gets it, at once.
    case exchange = 2
  }

  /// The folder of that name, which everybody may read; made where there is none.
  package func makeSharedFolder(_ name: String) throws(Failure) -> Folder {
    let isNew = mkdirat(descriptor, name, 0o755) == 0
    guard isNew || errno == EEXIST else { throw .system(errno, "making it", place: "\(place)/\(name)") }
    guard let made = try folder(name) else { throw .system(ENOENT, "making it", place: "\(place)/\(name)") }
    // Whatever the process takes away from new files.
    guard !isNew || fchmod(made.descriptor, 0o755) == 0 else {
      throw .system(errno, "making it", place: made.place)
    }
    return made
  }

  /// A new file that everybody may read. It lasts once it is finished, and its folder is synced.
  /// - Parameter isProgram: whether everybody may run it.
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

  /// Gives a name in another folder of the same file system to what has one here, in one step. Neither folder
  /// is synced.
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

  /// Makes what was written last.
  package func sync() throws(Failure) {
    try Failure.at(place) { () throws(FileProblem) in try descriptor.flush() }
  }
}

extension Folder {
  /// Makes a folder that everybody may read, and those above it, where there are none.
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

  /// - Returns: the system's error, or 0.
  static func rename(
    _ from: Int32, _ name: String, _ target: Int32, _ new: String, flags: UInt32
  ) -> Int32 {
    guard let function else { return ENOSYS }
    return function(from, name, target, new, flags) == 0 ? 0 : errno
  }
}
