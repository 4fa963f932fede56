// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import Glibc

/// Who may modify a file, or the contents of a folder.
struct FileRights {
  private let owner: uid_t
  private let mode: mode_t

  init(_ status: stat) {
    owner = status.st_uid
    mode = status.st_mode
  }

  /// Of the file at a path, following links.
  /// - Throws: ``FileProblem``.
  init(of path: String) throws(FileProblem) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileProblem(errno) }
    self.init(status)
  }

  /// How others than root and this process's user may modify it; `nil` where nobody else may.
  var doubt: String? {
    if owner != 0, owner != geteuid() { return "it belongs to user \(owner), who could change it." }
    if mode & 0o022 != 0 { return "others may write to it: its mode is \(String(mode & 0o7777, radix: 8))." }
    return nil
  }
}
