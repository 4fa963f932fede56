// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintModel
private import Synchronization

/// The folders of the shared run-time libraries that one plugin may ask for.
final class RuntimeFolders: Sendable {
  private let stated: [String: (folder: String, files: [StatedFile])]

  /// Files that were compared in this process, with the hash they had. They are large, and shared by
  /// several plugins, so each is read once, until it changes.
  private static let verified = Mutex<[FileState: ContentHash]>([:])

  /// The one folder beside the files; no run-time library looks into it.
  private static let licenses = "licenses"

  init(of found: FoundPlugin) {
    let runtimes = found.manifest.runtimes.map { ($0.name, (found.folder(of: $0), found.files(of: $0))) }
    stated = Dictionary(runtimes) { first, _ in first }
  }

  /// The folder of a run-time library, by the name it has in the manifest. O(bytes) the first time in the
  /// process, and after each change.
  ///
  /// Nothing else may lie in the folder but `licenses`: a run-time library loads what it finds there, by a
  /// list of its own or by name. Whoever may write there can still add or change a file after this.
  /// - Throws: ``PluginFileError``.
  func folder(of name: String) throws(PluginFileError) -> String {
    guard let runtime = stated[name] else {
      throw .notStated("run-time library", name, section: "runtimes")
    }
    for file in runtime.files { try Self.verify(file) }
    try Self.refuseOthers(in: runtime.folder, than: Set(runtime.files.map(\.path)))
    return runtime.folder
  }

  private static func verify(_ file: StatedFile) throws(PluginFileError) {
    let mapped = try file.mapped()
    try verified.withLock { verified throws(PluginFileError) in
      if verified[mapped.state] == file.sha256 { return }
      try file.compare(mapped)
      // A file that differs is read again next time: it may have been put right. So is one that was written
      // just now, as another change might not show.
      if mapped.state.isSettled { verified[mapped.state] = file.sha256 }
    }
  }

  private static func refuseOthers(in folder: String, than stated: Set<String>) throws(PluginFileError) {
    let names: [String]
    do {
      names = try FolderListing.allNames(in: folder)
    } catch {
      throw .installed(.file, folder, error.sentence)
    }
    for name in names {
      let path = "\(folder)/\(name)"
      guard !stated.contains(path), name != licenses || !FolderListing.isFolder(path) else { continue }
      throw PluginFileError(
        code: .notListed, place: path,
        reason: "the manifest does not list it, and the run-time library would find it there.",
        remedy: "Remove it, or install the run-time library again.")
    }
  }
}
