// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintManifest

/// Makes packages.
public enum PackageWriter {
  /// The package made.
  public struct Packed: Sendable, Hashable {
    public let path: String
    /// Of the package.
    public let bytes: Int
    /// Of the package.
    public let sha256: ContentHash
    public let files: [PackageFile]
  }

  /// The default name of a plugin's package: `org.example.matcher-1.0.0.impk`.
  public static func fileName(of plugin: PluginFolder) -> String {
    "\(plugin.manifest.id)-\(plugin.manifest.version).impk"
  }

  /// Writes a plugin's package. Reproducible: the same files give the same bytes.
  ///
  /// It is written under a temporary name, verified as on installation, then renamed; on failure an existing
  /// file is unchanged.
  /// - Throws: ``PackageError``: problems of the plugin's files, `changed`, `not-writable`, `no-space`.
  /// - Complexity: O(bytes), in three passes.
  public static func pack(_ plugin: PluginFolder, to path: String) throws(PackageError) -> Packed {
    let (parent, name) = FilePath.parts(of: path)
    let folder = try Folder(path: parent)
    let staged = ".\(name.prefix(100)).\(UInt64.random(in: .min ... .max)).new"
    do throws(PackageError) {
      let file = try folder.makeFile(staged)
      try write(plugin, to: file)
      try file.sync()
      let package = try PluginPackage.open("\(parent)/\(staged)")
      let hash = try FileSource("\(parent)/\(staged)").hash(from: 0, bytes: package.byteCount).hash
      try folder.move(staged, to: folder, as: name)
      return Packed(path: path, bytes: package.byteCount, sha256: hash, files: package.files)
    } catch {
      // A failed clean-up must not hide the original error.
      _ = try? folder.removeFile(staged)
      throw error.place.hasSuffix(staged)
        ? PackageError(error.code, place: path, reason: error.reason, remedy: error.remedy) : error
    }
  }

  private static func write(_ plugin: PluginFolder, to package: borrowing NewFile) throws(PackageError) {
    guard plugin.sources.count <= PackageLimit.files else {
      throw PackageError(
        .tooLarge, place: plugin.folder, reason: "it has more than \(PackageLimit.files) files.",
        remedy: "Put texts of licences together.")
    }
    for source in plugin.sources {
      let file = try FileSource(source.file)
      let bytes = file.byteCount
      guard let header = ArchiveHeader(path: source.path, bytes: bytes).encoded(),
        PackagePath.fault(of: source.path) == nil
      else {
        throw PackageError(
          .badName, place: source.file,
          reason: PackagePath.fault(of: source.path)
            ?? "it is too long, or its name has more than 100 bytes.",
          remedy: "Give it a short name of letters, digits, '.', '_' and '-'.")
      }
      try package.write(header)
      try source.copy(file, to: package)
      try package.write([UInt8](repeating: 0, count: ArchiveHeader.blocks(of: bytes) - bytes))
    }
    try package.write([UInt8](repeating: 0, count: 2 * ArchiveHeader.blockBytes))
  }
}
