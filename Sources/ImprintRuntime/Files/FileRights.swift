// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import Glibc

/// Who may change a file, or what is in a folder.
struct FileRights {
  private let owner: uid_t
  private let mode: mode_t

  init(_ status: stat) {
    owner = status.st_uid
    mode = status.st_mode
  }

  /// Of what lies at a path, or of what a link there leads to.
  /// - Throws: ``FileProblem``.
  init(of path: String) throws(FileProblem) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileProblem(errno) }
    self.init(status)
  }

  /// Why others than root and this process's user may change it; `nil` where nobody else may.
  var doubt: String? {
    if owner != 0, owner != geteuid() { return "it belongs to user \(owner), who could change it." }
    if mode & 0o022 != 0 { return "others may write to it: its mode is \(String(mode & 0o7777, radix: 8))." }
    return nil
  }
}
