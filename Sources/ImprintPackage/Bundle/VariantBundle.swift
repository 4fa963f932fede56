// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
public import ImprintManifest
internal import ImprintSettings
public import ImprintRuntime
public import ImprintTrust

/// A variant as one folder that can be copied to a device: programs, plugins, run-time libraries, the variant
/// and the trust settings. It is a root, and relocatable.
///
/// Reproducible: the same installation gives the same files. Shared libraries that the programs link are not
/// included: the system's, and Swift's unless built with `--static-swift-stdlib`.
public struct VariantBundle: Sendable {
  public let variant: String
  /// Its size on disk.
  public let sizes: BundleSizes
  private let parts: [Part]

  private struct Part {
    enum Content {
      case plugin(PluginFolder.Source)
      case program(String)
      case bytes([UInt8])
    }

    /// In the bundle.
    let path: String
    let content: Content
    let bytes: Int
  }

  /// Plans a bundle. Writes nothing.
  /// - Parameters:
  ///   - set: the result of ``PluginCatalog/resolve(variant:choosing:)``; the bundle's variant has these
  ///     plugins.
  ///   - programs: its program files, including `sdkctl`.
  ///   - trust: every plugin must be trusted; the settings are included.
  /// - Throws: ``InstallError``: a plugin that is not trusted, or files that cannot be read.
  /// - Complexity: O(bytes of the plugins).
  public init(
    _ set: PluginSet, from catalog: PluginCatalog, programs: [String], trust: PluginTrust
  ) throws(InstallError) {
    variant = set.variant
    var folders: [PluginFolder] = []
    for manifest in set.plugins {
      guard let found = catalog.plugin(withID: manifest.id) else { continue }
      try BundleTrust.judge(found.folder, under: trust)
      folders.append(
        try Self.files { () throws(PackageError) in
          try PluginFolder(found.folder, runtimes: ["\(found.root.path)/\(PackageLayout.runtimes)"])
        })
    }
    let settings = try BundleTrust.files(of: trust, for: folders.map(\.manifest.id))
    var parts: [Part] = []
    do throws(PackageError) {
      for program in programs {
        parts.append(
          Part(
            path: "bin/\(FilePath.parts(of: program).name)", content: .program(program),
            bytes: try FileSource(program).byteCount))
      }
      let own = try Self.variantFile(set, catalog)
      for (path, bytes) in [("variants/\(set.variant).yaml", own)] + settings {
        parts.append(Part(path: path, content: .bytes(bytes), bytes: bytes.count))
      }
      var shared: Set<String> = []
      for folder in folders {
        for source in folder.sources {
          let isOwn = PackageLayout.isOwn(source.path)
          guard isOwn || shared.insert(source.path).inserted else { continue }
          parts.append(
            Part(
              path: isOwn ? "\(RootTurn.plugins)/\(folder.manifest.id)/\(source.path)" : source.path,
              content: .plugin(source), bytes: try FileSource(source.file).byteCount))
        }
      }
    } catch {
      throw InstallError(error)
    }
    self.parts = parts
    sizes = Self.sizes(of: parts, folders)
  }

  /// Writes the bundle under a temporary name, then renames it.
  /// - Throws: ``InstallError`` `exists` if the place is taken, `no-space`, `not-writable`, or `hash-differs`
  ///   if a file was modified.
  public func write(to path: String) throws(InstallError) {
    try Self.files { () throws(PackageError) in try writeParts(to: path) }
  }

  private func writeParts(to path: String) throws(PackageError) {
    let (parent, name) = FilePath.parts(of: path)
    let folder = try Folder(path: parent)
    guard try !folder.contains(name) else { throw Self.exists(path) }
    let staged = ".\(name.prefix(100)).\(UInt64.random(in: .min ... .max)).new"
    do throws(PackageError) {
      let new = try folder.makeSharedFolder(staged)
      // Created even if empty, so that plugins can be installed there.
      for needed in [RootTurn.plugins, PackageLayout.runtimes] { _ = try new.makeSharedFolder(needed) }
      for part in parts {
        try write(part, part.path.split(separator: "/").map(String.init)[...], in: new)
      }
      try new.sync()
      try folder.place(staged, in: folder, as: name, .new)
      try folder.sync()
    } catch {
      // A failed clean-up must not hide the original error.
      try? folder.removeAll(staged)
      throw error
    }
  }

  private func write(
    _ part: Part, _ names: ArraySlice<String>, in folder: borrowing Folder
  ) throws(PackageError) {
    guard let first = names.first else { return }
    guard names.count == 1 else {
      let inner = try folder.makeSharedFolder(first)
      try write(part, names.dropFirst(), in: inner)
      return try inner.sync()
    }
    switch part.content {
    case .plugin(let source):
      let file = try folder.makeFile(first)
      try source.copy(FileSource(source.file), to: file)
      try file.sync()
    case .program(let path):
      let file = try folder.makeFile(first, isProgram: true)
      let source = try FileSource(path)
      try source.pieces(from: 0, bytes: source.byteCount) { piece throws(PackageError) in
        try file.write(piece)
      }
      try file.sync()
    case .bytes(let bytes):
      let file = try folder.makeFile(first)
      try file.write(bytes)
      try file.sync()
    }
  }

  /// Unchanged, or with the chosen plugins instead of its own: the device has no --plugin.
  private static func variantFile(_ set: PluginSet, _ catalog: PluginCatalog) throws(PackageError) -> [UInt8]
  {
    guard let found = catalog.variants.first(where: { $0.manifest.variant == set.variant }) else {
      throw PackageError(
        .unreadable, place: "variant \(set.variant)", reason: "it is not there any more.",
        remedy: "Try again.")
    }
    let source = try FileSource(found.place)
    let bytes = try source.bytes(from: 0, count: min(source.byteCount, ManifestReader.maximumBytes))
    let ids = set.plugins.map(\.id)
    if Set(ids) == Set(found.manifest.plugins) { return bytes }
    do throws(ManifestError) {
      return try ManifestEditor.variant(withPlugins: ids, in: bytes, place: found.place)
    } catch {
      throw PackageError(.brokenManifest, error)
    }
  }

  private static func sizes(of parts: [Part], _ folders: [PluginFolder]) -> BundleSizes {
    func bytes(below folder: String) -> Int {
      parts.filter { $0.path.hasPrefix("\(folder)/") }.reduce(0) { $0 + $1.bytes }
    }
    let plugins = folders.map { folder in
      let (manifest, place) = (folder.manifest, "\(RootTurn.plugins)/\(folder.manifest.id)")
      let library = parts.first { $0.path == "\(place)/\(manifest.library.file)" }?.bytes ?? 0
      let models = bytes(below: "\(place)/\(PackageLayout.models)")
      return BundleSizes.Plugin(
        id: manifest.id, version: manifest.version, library: library, models: models,
        other: bytes(below: place) - library - models, runtimes: manifest.runtimes.map(\.folder))
    }
    let runtimes = Set(plugins.flatMap(\.runtimes)).sorted().map { runtime in
      BundleSizes.Runtime(
        folder: runtime, bytes: bytes(below: "\(PackageLayout.runtimes)/\(runtime)"),
        plugins: plugins.filter { $0.runtimes.contains(runtime) }.map(\.id))
    }
    let programs = parts.filter { $0.path.hasPrefix("bin/") }.map {
      BundleSizes.Program(name: String($0.path.dropFirst(4)), bytes: $0.bytes)
    }
    return BundleSizes(
      plugins: plugins, runtimes: runtimes, programs: programs,
      settings: bytes(below: "variants") + bytes(below: "etc"))
  }

  private static func files<Value>(
    _ work: () throws(PackageError) -> Value
  ) throws(InstallError) -> Value {
    do throws(PackageError) { return try work() } catch { throw InstallError(error) }
  }

  private static func exists(_ path: String) -> PackageError {
    PackageError(
      .exists, place: path, reason: "there is something already.",
      remedy: "Choose a folder that is not there yet.")
  }
}
