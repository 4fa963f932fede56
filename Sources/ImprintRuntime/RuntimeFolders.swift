// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintModel
private import Synchronization

/// The folders of the shared run-time libraries that one plugin may ask for.
final class RuntimeFolders: Sendable {
  private let stated: [String: (folder: String, files: [StatedFile])]

  /// Files that were compared in this process, with the hash they had. They are large, and shared by
  /// several plugins, so each is read once.
  private static let verified = Mutex<[String: ContentHash]>([:])

  init(of found: FoundPlugin) {
    let runtimes = found.manifest.runtimes.map { ($0.name, (found.folder(of: $0), found.files(of: $0))) }
    stated = Dictionary(runtimes) { first, _ in first }
  }

  /// The folder of a run-time library, by the name it has in the manifest. O(bytes) the first time in the
  /// process.
  /// - Throws: ``PluginFileError``.
  func folder(of name: String) throws(PluginFileError) -> String {
    guard let runtime = stated[name] else {
      throw .notStated("run-time library", name, section: "runtimes")
    }
    for file in runtime.files { try Self.verify(file) }
    return runtime.folder
  }

  private static func verify(_ file: StatedFile) throws(PluginFileError) {
    try verified.withLock { verified throws(PluginFileError) in
      if verified[file.path] == file.sha256 { return }
      // A file that differs is read again next time: it may have been put right.
      try file.verify()
      verified[file.path] = file.sha256
    }
  }
}
