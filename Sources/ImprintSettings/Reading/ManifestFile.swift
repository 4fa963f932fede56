// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

/// Reads and replaces whole small files.
package enum ManifestFile {
  /// The bytes of a regular file of at most `maximum` bytes; a longer one is refused unread.
  /// - Parameter followsLink: whether it may be a symbolic link to one.
  package static func read(
    _ path: String, maximum: Int, followsLink: Bool = true
  ) throws(ManifestProblem) -> [UInt8] {
    do throws(FileProblem) {
      return try RegularFile(path, followsLink: followsLink).bytes(upTo: maximum)
    } catch .tooLarge {
      throw tooLarge(path, maximum: maximum)
    } catch {
      throw ManifestProblem(
        .unreadable, file: path, reason: "It cannot be read: \(error.reason)",
        remedy: "Check that the path is right and that you may read the file.")
    }
  }

  package static func tooLarge(_ place: String, maximum: Int) -> ManifestProblem {
    ManifestProblem(
      .tooLarge, file: place, reason: "It is longer than \(maximum / 1024) KiB.",
      remedy: "No manifest needs that; remove what does not belong there.")
  }

  /// Replaces a file atomically: after a crash there is the old or the new content, never a part. The file
  /// keeps its mode; a symbolic link is followed, not replaced.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(ManifestProblem) {
    do throws(Unwritable) {
      guard let resolved = realpath(path, nil) else { throw .system(errno, "finding it", place: path) }
      defer { free(resolved) }
      try Folder<Unwritable>.write(bytes, to: String(cString: resolved), keepsMode: true)
    } catch {
      throw ManifestProblem(
        .unwritable, file: path, reason: "It cannot be written: \(error.reason)", remedy: error.remedy)
    }
  }

  private typealias Unwritable = Explained<UnwritableCode>

  private enum UnwritableCode: String, FileCode {
    case unwritable

    static func of(_ problem: FileProblem.Kind, _ place: String) -> (UnwritableCode, remedy: String?) {
      (.unwritable, "Check that you may write the file and its folder, and that there is room.")
    }
  }
}
