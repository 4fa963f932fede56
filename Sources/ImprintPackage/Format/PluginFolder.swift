// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
public import ImprintManifest
internal import ImprintSettings
internal import ImprintRuntime

/// A plugin in a folder, with the run-time libraries that it shares: the source of packages and bundles.
public struct PluginFolder: Sendable {
  public let folder: String
  public let manifest: PluginManifest
  /// In a package's order.
  let sources: [Source]

  struct Source: Sendable {
    /// In a package.
    let path: String
    /// On the disk.
    let file: String
    let slot: PackageLayout.Slot
  }

  /// Lists the files of a plugin's folder. Opens only the manifest.
  /// - Parameter runtimes: folders with the layout of a root's `runtimes`, searched in this order.
  /// - Throws: ``PackageError`` `unreadable`, `broken-manifest`, `missing-file`, `bad-name`, or
  ///   `unexpected-file` for files in the folder that do not belong to the plugin: a signature covers the
  ///   whole folder.
  public init(_ folder: String, runtimes: [String]) throws(PackageError) {
    var trimmed = folder
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    self.folder = trimmed
    let read: ManifestReading<PluginManifest>
    do {
      read = try ManifestReader.plugin(at: "\(trimmed)/\(PackageLayout.manifest)")
    } catch {
      let others = error.problems.dropFirst().map { " \($0)" }.joined()
      throw PackageError(
        .brokenManifest, place: error.place, reason: error.reason + others, remedy: error.remedy)
    }
    manifest = read.manifest
    let layout = try PackageLayout(of: manifest, place: trimmed)
    let own = try Self.files(below: trimmed)
    var places: [String: String] = [:]
    for path in own { places[path] = "\(trimmed)/\(path)" }
    for runtime in manifest.runtimes {
      let found = try Self.find(runtime, in: runtimes)
      for path in try Self.files(below: found) {
        places["\(PackageLayout.runtimes)/\(runtime.folder)/\(path)"] = "\(found)/\(path)"
      }
    }
    sources = try Self.order(places, layout, place: trimmed)
  }

  /// Validates the library, like `FoundPlugin.judgeLibraryFile()`: one that no host would open is not
  /// packaged.
  /// - Throws: ``InstallError``, with the code that opening the plugin would have.
  /// - Complexity: O(bytes of the library).
  public func judgeLibraryFile() throws(InstallError) {
    guard let library = sources.first(where: { $0.path == manifest.library.file }) else { return }
    let bytes: [UInt8]
    do throws(PackageError) {
      let file = try FileSource(library.file)
      guard file.byteCount <= FoundPlugin.mostLibraryBytes else {
        throw PackageError(
          .tooLarge, place: library.file,
          reason:
            "it has \(file.byteCount) bytes, and a library has at most \(FoundPlugin.mostLibraryBytes).",
          remedy: "Build it without debugging symbols.")
      }
      var whole: [UInt8] = []
      try file.pieces(from: 0, bytes: file.byteCount) { whole += $0 }
      bytes = whole
    } catch {
      throw InstallError(error)
    }
    do throws(PluginError) {
      _ = try FoundPlugin(
        manifest: manifest, manifestHash: ContentHash(of: []), folder: folder,
        root: PluginRoot(path: folder, origin: .explicit)
      ).judgeLibrary(bytes: bytes)
    } catch {
      throw InstallError(error)
    }
  }

  private static func find(
    _ runtime: PluginRuntimeLibrary, in folders: [String]
  ) throws(PackageError) -> String {
    for folder in folders where try Folder.isThere("\(folder)/\(runtime.folder)") {
      return "\(folder)/\(runtime.folder)"
    }
    throw PackageError(
      .missingFile, place: runtime.folder,
      reason: "the manifest names this run-time library, and it is in none of "
        + "\(folders.isEmpty ? "no folder" : folders.joined(separator: ", ")).",
      remedy: "Name a root that has it with --root.")
  }

  /// Every path below a folder, sorted, relative to it; links are followed.
  static func files(below folder: String, depth: Int = 8) throws(PackageError) -> [String] {
    var paths: [String] = []
    for name in try Folder(path: folder).names() {
      guard try FileKind(of: "\(folder)/\(name)") == .folder else {
        paths.append(name)
        continue
      }
      guard depth > 0 else {
        throw PackageError(
          .tooLarge, place: "\(folder)/\(name)", reason: "there are too many folders in one another.",
          remedy: "Put its files into fewer folders.")
      }
      paths += try files(below: "\(folder)/\(name)", depth: depth - 1).map { "\(name)/\($0)" }
    }
    return paths.sorted()
  }

  /// Sorts the files into a package's order; each must have a slot.
  private static func order(
    _ places: [String: String], _ layout: PackageLayout, place: String
  ) throws(PackageError) -> [Source] {
    var sources: [Source] = []
    for slot in layout.slots {
      let paths: [String] =
        switch slot {
        case .file(let path, _, _): [path]
        case .text(let path): places[path] == nil ? [] : [path]
        case .texts(let folder): places.keys.filter { $0.hasPrefix(folder) }.sorted()
        }
      for path in paths {
        guard let file = places[path] else {
          throw PackageError(
            .missingFile, place: "\(place)/\(path)", reason: "the manifest names it, and it is not there.",
            remedy: "Put it there, or correct the manifest.")
        }
        sources.append(Source(path: path, file: file, slot: slot))
      }
    }
    let known = Set(sources.map(\.path))
    if let other = places.keys.sorted().first(where: { !known.contains($0) }) {
      throw PackageError(
        .unexpectedFile, place: places[other] ?? other,
        reason: "it lies with the plugin, and its manifest does not name it.",
        remedy: "Remove it, or put it below \(PackageLayout.licenses)/ if it is a text of licences.")
    }
    return sources
  }
}

extension PluginFolder.Source {
  /// Copies the file's content, and compares it with the manifest.
  /// - Throws: ``PackageError`` `length-differs`, `hash-differs`, or a write error.
  func copy(_ content: FileSource, to target: borrowing NewFile) throws(PackageError) {
    // Before a byte is copied: a sparse file may be larger than any disk.
    guard content.byteCount <= PackageLimit.bytes else {
      throw PackageError(
        .tooLarge, place: file,
        reason: "it has \(content.byteCount) bytes, and a package at most \(PackageLimit.bytes).",
        remedy: "Put the right file there.")
    }
    if case .file(_, _, let bytes?) = slot, bytes != content.byteCount {
      throw PackageError(
        .lengthDiffers, place: file,
        reason: "it has \(content.byteCount) bytes, and the manifest says \(bytes).",
        remedy: "Put the right file there, or correct the manifest.")
    }
    var hasher = ContentHasher()
    try content.pieces(from: 0, bytes: content.byteCount) { piece throws(PackageError) in
      hasher.add(piece)
      try target.write(piece)
    }
    guard case .file(_, let sha256, _) = slot else { return }
    let hash = hasher.hash
    if let sha256, sha256 != hash {
      throw PackageError(
        .hashDiffers, place: file, reason: "its SHA-256 is \(hash), and the manifest says \(sha256).",
        remedy: "Put the right file there, or correct the manifest.")
    }
  }
}
