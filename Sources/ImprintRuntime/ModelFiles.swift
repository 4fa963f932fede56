// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintModel
private import Synchronization

/// The models that one plugin may ask for: read and verified when it first asks, then kept until it closes.
final class ModelFiles: Sendable {
  private let folder: String
  private let stated: [String: PluginModel]
  private let lent = Mutex<[String: MappedFile]>([:])

  init(of found: FoundPlugin) {
    folder = "\(found.folder)/models"
    stated = Dictionary(found.manifest.models.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The verified bytes of a model, by the name it has in the manifest. The first time O(bytes), later O(1).
  /// - Throws: ``FileFinding`` with file, reason and remedy.
  func bytes(of name: String) throws(FileFinding) -> UnsafeRawBufferPointer {
    guard let model = stated[name] else {
      throw FileFinding(
        place: "model `\(name)`", reason: "the manifest names no such model.",
        remedy: "Add it to the manifest under `models`.")
    }
    // Host code only runs under this lock: a second thread that asks waits for the first one's hashing.
    return try lent.withLock { lent throws(FileFinding) in
      if let known = lent[name] { return known.bytes }
      let file = try Self.verified(model, at: "\(folder)/\(model.file)")
      lent[name] = file
      return file.bytes
    }
  }

  private static func verified(
    _ model: PluginModel, at path: String
  ) throws(FileFinding) -> MappedFile {
    let file: MappedFile
    do {
      file = try MappedFile(path)
    } catch {
      throw FileFinding(place: path, reason: error.sentence, remedy: reinstall)
    }
    guard file.bytes.count == model.bytes else {
      throw FileFinding(
        place: path, reason: "it has \(file.bytes.count) bytes, and the manifest says \(model.bytes).",
        remedy: reinstall)
    }
    let hash = file.hash()
    guard hash == model.sha256 else {
      throw .hashDiffers(path, found: hash, stated: model.sha256)
    }
    return file
  }

  static let reinstall = "Install the plugin again, with its models."
}

extension FileFinding {
  static func hashDiffers(_ path: String, found: ContentHash, stated: ContentHash) -> FileFinding {
    FileFinding(
      place: path,
      reason: "its SHA-256 begins with \(found.hex.prefix(12)), and the manifest's with "
        + "\(stated.hex.prefix(12)).",
      remedy: ModelFiles.reinstall)
  }
}
