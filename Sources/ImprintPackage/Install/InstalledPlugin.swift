// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintFiles
internal import ImprintManifest
internal import ImprintSettings

/// The plugin in a root before an installation.
struct InstalledPlugin {
  /// `nil` if unreadable.
  let manifest: PluginManifest?
  private let folder: String

  /// `nil` if the root has no plugin of that id.
  init?(_ id: String, in root: String) throws(PackageError) {
    folder = "\(root)/\(RootTurn.plugins)/\(id)"
    guard try Folder.isThere(folder) else { return nil }
    do {
      manifest = try ManifestReader.plugin(at: "\(folder)/\(PackageLayout.manifest)").manifest
    } catch {
      manifest = nil
    }
  }

  /// The folders of run-time libraries that it names.
  var runtimes: [String] { manifest?.runtimes.map(\.folder) ?? [] }

  /// Whether its folder has exactly these files. O(bytes); names are compared first.
  func has(_ files: [PackageFile]) -> Bool {
    do throws(PackageError) {
      guard try PluginFolder.files(below: folder) == files.map(\.path).sorted() else { return false }
      for file in files {
        // A link is never opened.
        guard isNoLink(file.path) else { return false }
        let source = try FileSource("\(folder)/\(file.path)")
        guard source.byteCount == file.bytes,
          try source.hash(from: 0, bytes: source.byteCount).hash == file.sha256
        else { return false }
      }
      return true
    } catch {
      // An unreadable file counts as different, and is replaced.
      return false
    }
  }
}

extension InstalledPlugin {
  private func isNoLink(_ path: String) -> Bool {
    (try? RegularFile(path, in: folder)) != nil
  }
}

/// A run-time library in a root before an installation.
enum InstalledRuntime {
  /// Whether it is there already.
  /// - Throws: ``PackageError`` `runtime-differs` if it is there with different files: installed plugins use
  ///   them.
  static func isThere(
    _ runtime: PluginRuntimeLibrary, in root: String
  ) throws(PackageError) -> Bool {
    let folder = "\(root)/\(PackageLayout.runtimes)/\(runtime.folder)"
    guard try Folder.isThere(folder) else { return false }
    let found = try PluginFolder.files(below: folder).filter { !$0.hasPrefix("\(PackageLayout.licenses)/") }
    guard found == runtime.files.map(\.file).sorted() else {
      throw differs(folder, "it has other files than the package's.")
    }
    for file in runtime.files {
      let source = try FileSource("\(folder)/\(file.file)")
      guard source.byteCount <= PackageLimit.bytes,
        try source.hash(from: 0, bytes: source.byteCount).hash == file.sha256
      else {
        throw differs(folder, "\(file.file) in it is not the package's.")
      }
    }
    return true
  }

  private static func differs(_ folder: String, _ reason: String) -> PackageError {
    PackageError(
      .runtimeDiffers, place: folder, reason: reason,
      remedy: "Remove the plugins that use it, or install in another root: what is shared is not overwritten."
    )
  }
}
