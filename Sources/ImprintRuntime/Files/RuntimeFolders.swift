// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintManifest
private import Glibc
private import Synchronization

/// The folders of the shared run-time libraries that one plugin may ask for.
final class RuntimeFolders: Sendable {
  private let stated: [String: (folder: String, files: [StatedFile])]

  /// The hashes of the files already read in this process. Files are large, and shared by several plugins, so
  /// each is read once until it changes.
  private static let verified = Mutex<[FileState: ContentHash]>([:])

  /// The only subfolder allowed; no run-time library reads it.
  private static let licenses = "licenses"

  init(of found: FoundPlugin) {
    let runtimes = found.manifest.runtimes.map { ($0.name, (found.folder(of: $0), found.files(of: $0))) }
    stated = Dictionary(runtimes) { first, _ in first }
  }

  /// The folder of a run-time library, by its name in the manifest. O(bytes) the first time in the process,
  /// and after each change.
  ///
  /// The folder may contain nothing else but `licenses`: a run-time library loads what it finds there, by a
  /// list of its own or by name. Only root and this user may write to the folder or its files; they can still
  /// modify them after this check.
  /// - Throws: ``PluginFileError``.
  func folder(of name: String) throws(PluginFileError) -> String {
    guard let runtime = stated[name] else {
      throw .notStated("run-time library", name, section: "runtimes")
    }
    try Self.judgeRights(of: runtime.folder)
    for file in runtime.files { try Self.verify(file) }
    try Self.refuseOthers(in: runtime.folder, than: Set(runtime.files.map(\.path)))
    return runtime.folder
  }

  private static func verify(_ file: StatedFile) throws(PluginFileError) {
    let (state, doubt) = try file.onFile { (open) throws(FileProblem) in (open.state, open.rights.doubt) }
    if let doubt { throw refused(file.path, doubt) }
    try verified.withLock { verified throws(PluginFileError) in
      if verified[state] == file.sha256 { return }
      let hash = try file.onFile { (open) throws(FileProblem) in
        // Of the very file that was checked.
        guard open.state == state else { throw FileProblem(EBUSY) }
        return try open.hash()
      }
      try file.compare(hash, state.size)
      // A file that differs is read again next time: it may have been corrected. So is one that was just
      // written, as another change might not be visible.
      if state.isSettled { verified[state] = file.sha256 }
    }
  }

  /// The run-time library is loaded by path: whoever can write there decides what runs.
  private static func judgeRights(of folder: String) throws(PluginFileError) {
    let doubt: String?
    do throws(FileProblem) { doubt = try FileRights(of: folder).doubt } catch {
      throw .installed(.file, folder, error.reason)
    }
    if let doubt { throw refused(folder, doubt) }
  }

  private static func refused(_ path: String, _ doubt: String) -> PluginFileError {
    PluginFileError(
      .writable, place: path, reason: doubt,
      remedy:
        "Give it to root, or to the user who runs this, and run: chmod go-w -- \(ShellWord.quoted(path))")
  }

  private static func refuseOthers(in folder: String, than stated: Set<String>) throws(PluginFileError) {
    let names: [String]
    do { names = try FolderNames.of(folder) } catch { throw .installed(.file, folder, error.reason) }
    for name in names {
      let path = "\(folder)/\(name)"
      guard !stated.contains(path), name != licenses || !FolderListing.isFolder(path) else { continue }
      throw PluginFileError(
        .notListed, place: path,
        reason: "the manifest does not list it, but the run-time library would find it there.",
        remedy: "Remove it, or install the run-time library again.")
    }
  }
}
