// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest
public import ImprintRuntime

/// Where a plugin lies that is to be checked, installed or not.
public struct PluginPlace: Sendable, Hashable {
  /// The folder with `plugin.yaml`.
  public let folder: String
  /// The folder whose `runtimes` has its run-time libraries.
  public let root: String

  /// - Parameters:
  ///   - folder: The folder with `plugin.yaml`; an absolute path.
  ///   - root: The folder whose `runtimes` has its run-time libraries; `nil`: the one that an installed plugin
  ///     lies in, two above its own.
  public init(folder: String, root: String? = nil) {
    self.folder = folder
    self.root = root ?? "/" + folder.split(separator: "/").dropLast(2).joined(separator: "/")
  }

  /// A plugin of a catalog.
  public init(_ found: FoundPlugin) {
    folder = found.folder
    root = found.root.path
  }

  /// Its manifest's file.
  public var manifestPath: String { "\(folder)/plugin.yaml" }

  /// Reads the manifest. Whether the folder has the plugin's name is not asked.
  public func found() throws(ManifestError) -> FoundPlugin {
    let reading = try ManifestReader.plugin(at: manifestPath)
    return FoundPlugin(
      manifest: reading.manifest, manifestHash: reading.sha256, folder: folder,
      root: PluginRoot(path: root, origin: .explicit),
      warnings: reading.warnings)
  }
}
