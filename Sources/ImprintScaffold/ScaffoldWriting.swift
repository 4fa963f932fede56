// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import ImprintFiles

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
        problem == ENOENT ? "Create its parent folder first." : "Choose another folder.")
    }
    let names: [String]
    do throws(FileProblem) { names = try FolderNames.of(folder) } catch {
      throw error == .system(ENOTDIR, "listing it")
        ? inUse(folder, "it already exists, and is not a folder.")
        : ScaffoldError(
          .file, place: folder, reason: error.reason, remedy: "Choose a folder you may write to.")
    }
    guard names.isEmpty else { throw inUse(folder, "it already exists, and is not empty.") }
  }

  private static func write(
    _ bytes: [UInt8], to path: String, noting written: inout [String]
  ) throws(ScaffoldError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure(errno, path) }
    written.append(path)
    var problem: FileProblem?
    do throws(FileProblem) { try FileDescriptor(rawValue: file).put(bytes) } catch { problem = error }
    // Some file systems tell of a full disk here only.
    if close(file) != 0, problem == nil { problem = .system(errno, "writing it") }
    if let problem {
      throw ScaffoldError(.file, place: path, reason: problem.reason, remedy: "Free space on the disk.")
    }
  }

  private static func inUse(_ folder: String, _ reason: String) -> ScaffoldError {
    ScaffoldError(
      .folderInUse, place: folder, reason: reason, remedy: "Choose a folder that does not exist yet.")
  }

  private static func failure(
    _ problem: Int32, _ path: String, _ remedy: String = "Choose a folder you may write to."
  ) -> ScaffoldError {
    ScaffoldError(.file, place: path, reason: "\(String(cString: strerror(problem))).", remedy: remedy)
  }
}
