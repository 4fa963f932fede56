// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A file or folder that appears complete or not at all: written under a temporary name beside its place,
/// then renamed.
package final class NewPlace<Failure: FileFailure> {
  /// As given, without trailing slashes.
  package let path: String
  /// The temporary path; removed with this object.
  package let temporary: String
  private var isMade = false

  /// - Parameter replacesEmptyFolder: whether an existing empty folder is replaced.
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

  /// Creates it as a folder that only its owner may enter.
  package func makeFolder() throws(Failure) {
    guard mkdir(temporary, 0o700) == 0 else { throw .system(errno, "making it", place: path) }
    isMade = true
  }

  /// Creates it as a file that only its owner may read; the caller closes it.
  package func makeFile() throws(Failure) -> FileDescriptor {
    let file = try Failure.at(path) { () throws(FileProblem) in try FileDescriptor.making(temporary) }
    isMade = true
    return file
  }

  /// Renames it to its final name.
  package func finish() throws(Failure) {
    guard rename(temporary, path) == 0 else { throw .system(errno, "putting it in its place", place: path) }
    isMade = false
  }
}
