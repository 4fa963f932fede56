// SPDX-License-Identifier: Apache-2.0
private import Glibc

extension PluginScaffold {
  /// Writes the folder. It may be there already, if it is empty; the one it lies in must be there.
  ///
  /// - Throws: `folderInUse`, `file`. What was written until then is taken away again.
  public func write(to folder: String) throws(ScaffoldError) {
    let isNew = mkdir(folder, 0o777) == 0
    if !isNew { try Self.checkIsEmpty(folder, errno) }
    var written: [String] = []
    do throws(ScaffoldError) {
      for file in files {
        let path = "\(folder)/\(file.name)"
        try Self.write(Array(file.text.utf8), to: path, noting: &written)
      }
    } catch {
      for path in written { unlink(path) }
      if isNew { rmdir(folder) }
      throw error
    }
  }

  private static func checkIsEmpty(_ folder: String, _ problem: Int32) throws(ScaffoldError) {
    guard problem == EEXIST else {
      throw failure(
        problem, folder,
        problem == ENOENT ? "Make the folder it is to lie in first." : "Choose another folder.")
    }
    guard let stream = opendir(folder) else {
      throw errno == ENOTDIR ? inUse(folder, "it is there already, and no folder.") : failure(errno, folder)
    }
    defer { closedir(stream) }
    var entries = 0
    errno = 0
    while readdir(stream) != nil {
      entries += 1
      errno = 0
    }
    guard errno == 0 else { throw failure(errno, folder) }
    // `.` and `..` are always there.
    guard entries <= 2 else { throw inUse(folder, "it is there already, and not empty.") }
  }

  private static func write(
    _ bytes: [UInt8], to path: String, noting written: inout [String]
  ) throws(ScaffoldError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure(errno, path) }
    written.append(path)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(file, $0.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      done += count
    }
    let problem = done == bytes.count ? 0 : errno
    // Some file systems tell of a full disk here only.
    guard close(file) == 0, problem == 0 else {
      throw failure(problem == 0 ? errno : problem, path, "Make room on the disk.")
    }
  }

  private static func inUse(_ folder: String, _ reason: String) -> ScaffoldError {
    ScaffoldError(
      .folderInUse, place: folder, reason: reason, remedy: "Choose a folder that is not there yet.")
  }

  private static func failure(
    _ problem: Int32, _ path: String, _ remedy: String = "Choose a folder you may write to."
  ) -> ScaffoldError {
    ScaffoldError(.file, place: path, reason: "\(String(cString: strerror(problem))).", remedy: remedy)
  }
}
