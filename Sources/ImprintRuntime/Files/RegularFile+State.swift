// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintFiles

extension RegularFile {
  /// As the file system reported it on opening.
  var state: FileState { FileState(status) }
  var rights: FileRights { FileRights(status) }

  /// Checks that a plugin's folder has a regular file of that name; opens nothing.
  /// - Throws: `FileProblem` where there is none.
  static func find(_ name: String, in folder: String) throws(FileProblem) {
    var status = stat()
    guard lstat("\(folder)/\(name)", &status) == 0 else { throw FileProblem(errno) }
    guard status.st_mode & S_IFMT != S_IFLNK else { throw .link }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
  }
}
