// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintManifest
public import ImprintSettings
public import ImprintRuntime

/// The location of a plugin under test, installed or not.
public struct PluginPlace: Sendable, Hashable {
  /// The folder with `plugin.yaml`.
  public let folder: String
  /// The folder whose `runtimes` has its run-time libraries.
  public let root: String

  /// - Parameters:
  ///   - folder: The folder with `plugin.yaml`.
  ///   - root: The folder whose `runtimes` has its run-time libraries; `nil`: the one that an installed
  ///     plugin lies in, two above its own.
  public init(folder: String, root: String? = nil) {
    // A check's process works in a folder of its own.
    self.folder = Self.absolute(folder)
    self.root =
      root.map(Self.absolute)
      ?? "/" + self.folder.split(separator: "/").dropLast(2).joined(separator: "/")
  }

  /// A plugin of a catalog.
  public init(_ found: FoundPlugin) {
    self.init(folder: found.folder, root: found.root.path)
  }

  /// The absolute path, without `.` and empty parts: a `..` after a link is left to the system.
  private static func absolute(_ path: String) -> String {
    var whole = path
    if !path.hasPrefix("/"), let current = getcwd(nil, 0) {
      whole = String(cString: current) + "/" + path
      free(current)
    }
    return "/" + whole.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  /// Its manifest's file.
  public var manifestPath: String { "\(folder)/plugin.yaml" }

  /// Reads the manifest. Whether the folder has the plugin's name is not checked.
  public func found() throws(ManifestError) -> FoundPlugin {
    let reading = try ManifestReader.plugin(inFolder: folder)
    return FoundPlugin(
      manifest: reading.manifest, manifestHash: reading.sha256, folder: folder,
      root: PluginRoot(path: root, origin: .explicit),
      warnings: reading.warnings)
  }
}
