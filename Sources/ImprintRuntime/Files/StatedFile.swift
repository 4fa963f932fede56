// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintManifest

/// A file that a plugin's manifest states with its hash.
public struct StatedFile: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// A model of the plugin.
    case model
    /// A file of a run-time library, which several plugins may share.
    case runtime
  }

  public let kind: Kind
  /// The plugin's folder, or the run-time library's.
  private let folder: String
  /// Relative to the folder.
  private let name: String
  public var path: String { "\(folder)/\(name)" }
  public let sha256: ContentHash
  /// The stated length; `nil` where the manifest states none.
  public let bytes: Int?

  init(_ kind: Kind, _ name: String, in folder: String, sha256: ContentHash, bytes: Int?) {
    self.kind = kind
    self.folder = folder
    self.name = name
    self.sha256 = sha256
    self.bytes = bytes
  }

  /// Reads the file and verifies it against the manifest. Loads and runs nothing.
  /// - Returns: Its length in bytes.
  /// - Throws: ``PluginFileError`` `file`, `length-differs` or `hash-differs`.
  /// - Complexity: O(bytes): reads the whole file, which may be hundreds of megabytes. Any thread.
  @discardableResult
  public func verify() throws(PluginFileError) -> Int {
    let read = try onFile { (file) throws(FileProblem) -> (sha256: ContentHash?, bytes: Int) in
      // A file of another length need not be read.
      if let bytes, bytes != file.size { return (nil, file.size) }
      return (try file.hash(), file.size)
    }
    try compare(read.sha256, read.bytes)
    return read.bytes
  }

  /// The same, returning an immutable copy of the verified bytes.
  func sealed() throws(PluginFileError) -> SealedFile {
    let (file, count) = try onFile { (file) throws(FileProblem) -> (SealedFile?, Int) in
      // A file of another length is neither copied nor read: a sparse file may have any length.
      if let bytes, bytes != file.size { return (nil, file.size) }
      return (try SealedFile(copying: file, name: path), file.size)
    }
    guard let file else { throw .lengthDiffers(path, count, stated: bytes ?? count) }
    try compare(file.sha256, file.bytes.count)
    return file
  }

  func onFile<Value>(
    _ work: (borrowing RegularFile) throws(FileProblem) -> Value
  ) throws(PluginFileError) -> Value {
    do throws(FileProblem) {
      switch kind {
      case .model: return try work(try RegularFile(name, in: folder))
      // Shared by plugins and part of none: its folder may have links to its own files.
      case .runtime: return try work(try RegularFile(path))
      }
    } catch {
      throw .installed(.file, path, error.reason, remedy: error == .copyInUse ? error.remedy : nil)
    }
  }

  /// Compares a file's hash and length with the manifest's.
  /// - Parameter hash: `nil` where it was not read because of its length.
  func compare(_ hash: ContentHash?, _ count: Int) throws(PluginFileError) {
    if let bytes, bytes != count { throw .lengthDiffers(path, count, stated: bytes) }
    if let hash, hash != sha256 {
      throw .installed(
        .hashDiffers, path,
        "its SHA-256 begins with \(hash.hex.prefix(12)), but the manifest's with \(sha256.hex.prefix(12)).")
    }
  }
}

extension FoundPlugin {
  /// Every file that the manifest states with its hash: models first, then run-time libraries, in its order.
  public var statedFiles: [StatedFile] {
    manifest.models.map(file(of:)) + manifest.runtimes.flatMap(files(of:))
  }

  func file(of model: PluginModel) -> StatedFile {
    StatedFile(.model, "models/\(model.file)", in: folder, sha256: model.sha256, bytes: model.bytes)
  }

  func files(of runtime: PluginRuntimeLibrary) -> [StatedFile] {
    runtime.files.map {
      StatedFile(.runtime, $0.file, in: folder(of: runtime), sha256: $0.sha256, bytes: nil)
    }
  }

  func folder(of runtime: PluginRuntimeLibrary) -> String { "\(root.path)/runtimes/\(runtime.folder)" }
}
