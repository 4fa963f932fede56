// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Where a file or folder appears whole, or not at all: it is made beside its place, and then gets its name.
package final class NewPlace<Failure: FileFailure> {
  /// As it was given, without slashes at its end.
  package let path: String
  /// Where it is made. What lies there goes with this.
  package let temporary: String
  private var isMade = false

  /// - Parameter replacesEmptyFolder: whether an empty folder may be there.
  /// - Throws: `exists`.
  package init(_ path: String, replacesEmptyFolder: Bool = false) throws(Failure) {
    var trimmed = path
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    self.path = trimmed
    temporary = "\(trimmed).\(getpid()).new"
    guard access(trimmed, F_OK) != 0 || replacesEmptyFolder && (try? FolderNames.of(trimmed))?.isEmpty == true
    else { throw Failure(.exists, place: path) }
  }

  deinit {
    guard isMade else { return }
    let (folder, name) = FilePath.parts(of: temporary)
    try? Folder<Failure>(path: folder).removeAll(name)
  }

  /// Makes it a folder, for its owner alone.
  package func makeFolder() throws(Failure) {
    guard mkdir(temporary, 0o700) == 0 else { throw .system(errno, "making it", place: path) }
    isMade = true
  }

  /// Makes it a file, for its owner alone; the caller closes it.
  package func makeFile() throws(Failure) -> FileDescriptor {
    let file = try Failure.at(path) { () throws(FileProblem) in try FileDescriptor.making(temporary) }
    isMade = true
    return file
  }

  /// Gives it its name.
  package func finish() throws(Failure) {
    guard rename(temporary, path) == 0 else { throw .system(errno, "putting it in its place", place: path) }
    isMade = false
  }
}
