// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

// Reading files, with permission checks.
extension ServerHome {
  /// Checks the folder and all of its files: no secret may be readable by others.
  /// - Parameter needsDatabase: whether the database must exist.
  /// - Throws: ``HomeError`` `missing`, `unsafePermissions`, with the command that fixes it.
  public func check(needsDatabase: Bool = true) throws(HomeError) {
    let folder = try Folder<HomeError>(path: path)
    try folder.checkOwner()
    guard try folder.contains(File.settings.rawValue) else {
      throw HomeError(
        .missing, place: path, reason: "it is no home of a licence server: it has no server.yaml.",
        remedy: "Make one with `imprint-lkms init`, or name another with --home.")
    }
    let isThere = try folder.contains(File.database.rawValue)
    guard isThere || !needsDatabase else {
      throw HomeError(
        .missing, place: path(of: .database), reason: "the database is not there.",
        remedy: "Restore the latest backup: imprint-lkms restore BACKUP")
    }
    for file in File.allCases where file.isSecret && (needsDatabase || file != .database) {
      _ = try judge(file)
    }
  }

  /// Whether a file exists. If so, checks its owner and mode.
  @discardableResult
  func judge(_ file: File) throws(HomeError) -> Bool {
    let place = path(of: file)
    var status = stat()
    guard lstat(place, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return false }
      throw .system(errno, "looking at it", place: place)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      if file == .database {
        throw HomeError(
          .damaged, place: place, reason: "it is not a regular file.",
          remedy: "Restore the latest backup: imprint-lkms restore BACKUP")
      }
      throw .notAFile(place, reason: "it is not a regular file.")
    }
    guard file.isSecret else { return true }
    guard status.st_uid == geteuid() else {
      throw HomeError(
        .unsafePermissions, place: place, reason: "it belongs to user \(status.st_uid), not \(geteuid()).",
        remedy: "Run the server as its owner, or run: chown \(geteuid()) -- \(ShellWord.quoted(place))")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw HomeError(
        .unsafePermissions, place: place,
        reason: "others may read or write it: its mode is \(String(status.st_mode & 0o777, radix: 8)).",
        remedy: "Run: chmod 600 -- \(ShellWord.quoted(place))")
    }
    return true
  }

  /// A file as text.
  /// - Throws: ``HomeError`` `missing` if it does not exist; for a key, `keyAway`.
  func text(of file: File) throws(HomeError) -> String {
    let place = path(of: file)
    try judge(file)
    let (folder, name) = FilePath.parts(of: place)
    guard let found = try Folder<HomeError>(path: folder).read(name, limit: File.maximumBytes) else {
      throw HomeError(
        file.isSecret ? .keyAway : .missing, place: place, reason: "it is not there.",
        remedy: file.isSecret
          ? "Bring the key back for this, with mode 600." : "Put the file back from a backup.")
    }
    guard let text = String(validating: found.bytes, as: UTF8.self) else {
      throw .notAFile(place, reason: "it is not text.")
    }
    return text
  }
}
