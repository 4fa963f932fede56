// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
private import Synchronization

/// The models that one plugin may ask for: read and verified on first use, then retained until it closes.
final class ModelFiles: Sendable {
  private let stated: [String: StatedFile]
  private let lent = Mutex<[String: SealedFile]>([:])
  /// How many bytes of them are retained; 0: no limit.
  private let limit: UInt64

  /// - Parameter limit: How many bytes of them are retained, where the plugin's own memory is limited too; 0:
  ///   no limit.
  init(of found: FoundPlugin, limit: UInt64 = 0) {
    self.limit = limit
    let files = found.manifest.models.map { ($0.name, found.file(of: $0)) }
    stated = Dictionary(files) { first, _ in first }
  }

  /// The verified bytes of a model, by its name in the manifest. O(bytes) the first time, then O(1).
  /// - Throws: ``PluginFileError``.
  func bytes(of name: String) throws(PluginFileError) -> UnsafeRawBufferPointer {
    try file(of: name).bytes
  }

  /// The same, with the descriptor that is passed to a worker.
  func file(of name: String) throws(PluginFileError) -> SealedFile {
    guard let model = stated[name] else { throw .notStated("model", name, section: "models") }
    // Only host code runs under this lock: a second thread waits while the first one hashes.
    return try lent.withLock { lent throws(PluginFileError) in
      if let known = lent[name] { return known }
      try check(model, beside: lent)
      let file = try model.sealed()
      lent[name] = file
      return file
    }
  }

  /// Refuses a model that would exceed the memory of this process that the plugin may use. A manifest may
  /// state any length, and a sparse file has it.
  private func check(_ model: StatedFile, beside lent: [String: SealedFile]) throws(PluginFileError) {
    guard limit > 0 else { return }
    let held = lent.values.reduce(UInt64(0)) { $0 + UInt64($1.bytes.count) }
    let wanted = UInt64(model.bytes ?? 0)
    guard wanted <= limit, held <= limit - wanted else {
      throw .tooMuch(model.path, bytes: wanted, held: held, limit: limit)
    }
  }
}
