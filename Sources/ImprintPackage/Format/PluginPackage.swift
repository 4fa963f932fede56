// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest
public import ImprintSettings
internal import ImprintRuntime

/// A file of a package, or of a plugin's folder.
public struct PackageFile: Sendable, Hashable {
  /// In the package: `plugin.yaml`, `models/face.xml`, `runtimes/openvino-2026.4.1/libtbb.so.12`.
  public let path: String
  /// Its length.
  public let bytes: Int
  public let sha256: ContentHash
}

/// A package that was read completely: its format is valid, and every file matches its manifest.
///
/// It stays open, so that what is installed is what was read. A ``PackageJudge`` decides whether its maker is
/// trusted; whether its library fits this machine is checked on installation.
public final class PluginPackage: Sendable {
  /// Its file, for people.
  public let place: String
  public let manifest: PluginManifest
  /// Warnings of the manifest's reader.
  public let warnings: [ManifestProblem]
  /// In its order: the manifest first.
  public let files: [PackageFile]
  private let offsets: [String: Int]
  private let source: any PackageSource

  /// Reads a package from a file. Writes nothing.
  /// - Throws: ``PackageError``, about the package, or `unreadable`.
  /// - Complexity: O(bytes): every file is hashed.
  public static func open(_ path: String) throws(PackageError) -> PluginPackage {
    try PluginPackage(FileSource(path))
  }

  /// Reads a package from memory; `place` names it in errors.
  public static func read(_ bytes: [UInt8], place: String) throws(PackageError) -> PluginPackage {
    try PluginPackage(MemorySource(place: place, content: bytes))
  }

  private init(_ source: any PackageSource) throws(PackageError) {
    let reading = try PackageReader.read(source)
    self.source = source
    place = source.place
    manifest = reading.manifest
    warnings = reading.warnings
    files = reading.files
    manifestHash = reading.manifestHash
    offsets = Dictionary(zip(reading.files.map(\.path), reading.offsets)) { first, _ in first }
  }

  /// The length of the whole package.
  public var byteCount: Int { source.byteCount }

  /// The files of the plugin's own folder, without those of run-time libraries.
  public var ownFiles: [PackageFile] { files.filter { PackageLayout.isOwn($0.path) } }

  /// Of the manifest's bytes.
  public let manifestHash: ContentHash

  /// The signature; `nil` if there is none.
  /// - Throws: ``PackageError`` `changed` if the file was modified since.
  public func signature() throws(PackageError) -> [UInt8]? { try text(PackageLayout.signature) }

  /// The conformance result; `nil` if there is none.
  public func conformance() throws(PackageError) -> [UInt8]? { try text(PackageLayout.conformance) }

  /// Passes on a file's content in pieces, and compares it with the first reading.
  /// - Throws: what `piece` throws, or `changed`, after all pieces, if they differ.
  func content(
    of file: PackageFile, _ piece: (UnsafeRawBufferPointer) throws(PackageError) -> Void
  ) throws(PackageError) {
    guard let offset = offsets[file.path] else { return }
    var hasher = ContentHasher()
    try source.pieces(from: offset, bytes: file.bytes) { bytes throws(PackageError) in
      hasher.add(bytes)
      try piece(bytes)
    }
    guard hasher.hash == file.sha256 else {
      throw PackageError(
        .changed, place: place, reason: "\(file.path) in it was written to while it was read.",
        remedy: "Copy it to where nobody else writes, and try again.")
    }
  }

  /// Validates the library in it, as `FoundPlugin.judgeLibraryFile()` does in a folder. Installing validates
  /// it again, for this machine.
  /// - Throws: ``InstallError``: of the package's file, or with the code that opening the plugin would have.
  /// - Complexity: O(bytes of the library).
  public func judgeLibraryFile() throws(InstallError) {
    let found = FoundPlugin(
      manifest: manifest, manifestHash: manifestHash, folder: place,
      root: PluginRoot(path: place, origin: .explicit))
    let bytes: [UInt8]
    do throws(PackageError) { bytes = try text(manifest.library.file) ?? [] } catch {
      throw InstallError(error)
    }
    do throws(PluginError) { _ = try found.judgeLibrary(bytes: bytes) } catch { throw InstallError(error) }
  }

  private func text(_ path: String) throws(PackageError) -> [UInt8]? {
    guard let file = files.first(where: { $0.path == path }) else { return nil }
    var bytes: [UInt8] = []
    try content(of: file) { bytes += $0 }
    return bytes
  }
}
