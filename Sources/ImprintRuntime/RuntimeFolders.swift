// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintModel
private import Synchronization

/// The folders of the shared run-time libraries that one plugin may ask for.
final class RuntimeFolders: Sendable {
  private let root: String
  private let stated: [String: PluginRuntimeLibrary]

  /// Files that were compared in this process, with the hash they had. They are large, and shared by
  /// several plugins, so each is read once.
  private static let verified = Mutex<[String: ContentHash]>([:])

  init(of found: FoundPlugin) {
    root = "\(found.root.path)/runtimes"
    stated = Dictionary(found.manifest.runtimes.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The folder of a run-time library, by the name it has in the manifest. O(bytes) the first time in the
  /// process.
  /// - Throws: ``FileFinding`` with file, reason and remedy.
  func folder(of name: String) throws(FileFinding) -> String {
    guard let runtime = stated[name] else {
      throw FileFinding(
        place: "run-time library `\(name)`", reason: "the manifest names no such library.",
        remedy: "Add it to the manifest under `runtimes`.")
    }
    let folder = "\(root)/\(runtime.folder)"
    for file in runtime.files { try Self.verify("\(folder)/\(file.file)", hash: file.sha256) }
    return folder
  }

  private static func verify(_ path: String, hash stated: ContentHash) throws(FileFinding) {
    let found = try verified.withLock { verified throws(FileFinding) in
      if let known = verified[path] { return known }
      do throws(FileProblem) {
        let hash = try MappedFile(path).hash()
        // A file that differs is read again next time: it may have been put right.
        if hash == stated { verified[path] = hash }
        return hash
      } catch {
        throw FileFinding(place: path, reason: error.sentence, remedy: ModelFiles.reinstall)
      }
    }
    guard found == stated else { throw .hashDiffers(path, found: found, stated: stated) }
  }
}
