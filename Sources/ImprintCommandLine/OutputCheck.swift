// SPDX-License-Identifier: Apache-2.0
import Glibc

extension Files {
  /// Checks before long work that ``write(_:to:)`` can succeed, without changing anything.
  /// - Parameter besides: files that it must not replace, as they are also read or written.
  /// - Throws: ``CommandError`` `file`.
  public static func checkWritable(_ path: String, besides others: [String] = []) throws(CommandError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw refused(path, "it is there, and not a regular file.", "Give the name of a file.")
      }
      for other in others {
        var known = stat()
        guard stat(other, &known) != 0 || known.st_ino != status.st_ino || known.st_dev != status.st_dev
        else {
          throw refused(path, "it is the same file as \(other).", "Give another name.")
        }
      }
    } else if path.isEmpty || path.hasSuffix("/") {
      throw refused(path, "it names no file.", "Give the name of a file.")
    }
    let temporary = "\(path).\(getpid()).try"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw refused(
        path, String(cString: strerror(errno)) + ".",
        "Choose a folder that is there and that you may write to.")
    }
    close(descriptor)
    unlink(temporary)
  }

  private static func refused(_ path: String, _ reason: String, _ remedy: String) -> CommandError {
    CommandError(.file, place: path, reason: reason, remedy: remedy)
  }
}
