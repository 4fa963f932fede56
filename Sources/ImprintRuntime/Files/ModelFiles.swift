// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
private import Synchronization

/// The models that one plugin may ask for: read and verified when it first asks, then kept until it closes.
final class ModelFiles: Sendable {
  private let stated: [String: StatedFile]
  private let lent = Mutex<[String: SealedFile]>([:])

  init(of found: FoundPlugin) {
    let files = found.manifest.models.map { ($0.name, found.file(of: $0)) }
    stated = Dictionary(files) { first, _ in first }
  }

  /// The verified bytes of a model, by the name it has in the manifest. The first time O(bytes), later O(1).
  /// - Throws: ``PluginFileError``.
  func bytes(of name: String) throws(PluginFileError) -> UnsafeRawBufferPointer {
    try file(of: name).bytes
  }

  /// The same, with the descriptor that a worker is handed.
  func file(of name: String) throws(PluginFileError) -> SealedFile {
    guard let model = stated[name] else { throw .notStated("model", name, section: "models") }
    // Host code only runs under this lock: a second thread that asks waits for the first one's hashing.
    return try lent.withLock { lent throws(PluginFileError) in
      if let known = lent[name] { return known }
      let file = try model.sealed()
      lent[name] = file
      return file
    }
  }
}
