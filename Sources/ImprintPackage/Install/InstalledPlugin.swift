// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintFiles
internal import ImprintManifest
internal import ImprintSettings

/// What a root has of a plugin before one is installed there.
struct InstalledPlugin {
  /// `nil` where it cannot be read.
  let manifest: PluginManifest?
  private let folder: String

  /// `nil` where the root has nothing of that id.
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

  /// Whether its folder has exactly these files. O(bytes); what differs by name costs nothing.
  func has(_ files: [PackageFile]) -> Bool {
    do throws(PackageError) {
      guard try PluginFolder.files(below: folder) == files.map(\.path).sorted() else { return false }
      for file in files {
        // One behind a link is not opened, whatever it holds.
        guard isNoLink(file.path) else { return false }
        let source = try FileSource("\(folder)/\(file.path)")
        guard source.byteCount == file.bytes,
          try source.hash(from: 0, bytes: source.byteCount).hash == file.sha256
        else { return false }
      }
      return true
    } catch {
      // What cannot be read is not what it has to be, and is replaced.
      return false
    }
  }
}

extension InstalledPlugin {
  private func isNoLink(_ path: String) -> Bool {
    (try? RegularFile(path, in: folder)) != nil
  }
}

/// What a root has of a run-time library before one is installed there.
enum InstalledRuntime {
  /// Whether it is there already.
  /// - Throws: ``PackageError`` `runtime-differs` where it is there with other files: plugins that are
  ///   installed use them.
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
