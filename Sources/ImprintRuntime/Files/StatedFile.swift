// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
public import ImprintModel

/// A file that a plugin's manifest states with its hash.
public struct StatedFile: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// A model of the plugin.
    case model
    /// A file of a run-time library, which several plugins may share.
    case runtime
  }

  public let kind: Kind
  public let path: String
  public let sha256: ContentHash
  /// The stated length; `nil` where the manifest states none.
  public let bytes: Int?

  /// Reads the file and compares it with what the manifest states. Loads and runs nothing.
  /// - Returns: Its length in bytes.
  /// - Throws: ``PluginFileError`` `file`, `length-differs` or `hash-differs`.
  /// - Complexity: O(bytes): reads the whole file, which may be hundreds of megabytes. Any thread.
  @discardableResult
  public func verify() throws(PluginFileError) -> Int {
    let (hash, count) = try onFile { (file) throws(FileProblem) in try file.hash() }
    try compare(hash, count)
    return count
  }

  /// The same, and keeps a copy of the bytes that were compared, which nobody can change any more.
  func sealed() throws(PluginFileError) -> SealedFile {
    let file = try onFile { (file) throws(FileProblem) -> SealedFile? in
      // What has another length is not worth a copy.
      if let bytes, bytes != file.size { return nil }
      return try SealedFile(copying: file, name: path)
    }
    guard let file else {
      try verify()
      throw .installed(.file, path, "it changes while it is read.")
    }
    try compare(file.sha256, file.bytes.count)
    return file
  }

  func onFile<Value>(
    _ work: (borrowing OpenFile) throws(FileProblem) -> Value
  ) throws(PluginFileError) -> Value {
    do throws(FileProblem) {
      return try work(try OpenFile(path))
    } catch {
      throw .installed(.file, path, error.sentence)
    }
  }

  /// Compares what a file has with what the manifest states.
  func compare(_ hash: ContentHash, _ count: Int) throws(PluginFileError) {
    if let bytes, bytes != count {
      throw .installed(
        .lengthDiffers, path, "it has \(count) bytes, and the manifest says \(bytes).")
    }
    guard hash == sha256 else {
      throw .installed(
        .hashDiffers, path,
        "its SHA-256 begins with \(hash.hex.prefix(12)), and the manifest's with \(sha256.hex.prefix(12)).")
    }
  }
}

extension FoundPlugin {
  /// Every file that the manifest states with its hash: models first, then run-time libraries, in its order.
  public var statedFiles: [StatedFile] {
    manifest.models.map(file(of:)) + manifest.runtimes.flatMap(files(of:))
  }

  func file(of model: PluginModel) -> StatedFile {
    StatedFile(
      kind: .model, path: "\(folder)/models/\(model.file)", sha256: model.sha256, bytes: model.bytes)
  }

  func files(of runtime: PluginRuntimeLibrary) -> [StatedFile] {
    runtime.files.map {
      StatedFile(
        kind: .runtime, path: "\(self.folder(of: runtime))/\($0.file)", sha256: $0.sha256, bytes: nil)
    }
  }

  func folder(of runtime: PluginRuntimeLibrary) -> String { "\(root.path)/runtimes/\(runtime.folder)" }
}
