// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest
public import ImprintSettings

/// A plugin that by its manifest could be opened here, and whose library exists. None of its code has run,
/// and the library has not been read.
public struct FoundPlugin: Sendable, Hashable {
  public let manifest: PluginManifest
  /// SHA-256 of the bytes that the manifest was parsed from: what a signature is compared with.
  public let manifestHash: ContentHash
  /// The folder with `plugin.yaml`, the library and `models`.
  public let folder: String
  /// Where it was found.
  public let root: PluginRoot
  /// The warnings of the manifest's parser.
  public let warnings: [ManifestProblem]

  public init(
    manifest: PluginManifest, manifestHash: ContentHash, folder: String, root: PluginRoot,
    warnings: [ManifestProblem] = []
  ) {
    self.manifest = manifest
    self.manifestHash = manifestHash
    self.folder = folder
    self.root = root
    self.warnings = warnings
  }

  /// The library's file.
  public var libraryPath: String { "\(folder)/\(manifest.library.file)" }

  /// The command that enables it where it is disabled.
  public var enablingCommand: String {
    "sdkctl plugin enable \(manifest.id)"
      + (root.origin == .user ? "" : " --root \(ShellWord.quoted(root.path))")
  }
}

/// A plugin or variant that exists and cannot be used, and why.
public struct SkippedPlugin: Sendable, Hashable {
  /// Its folder or file.
  public let place: String
  /// Where it was found.
  public let root: PluginRoot
  /// Its id, where the manifest could be parsed that far.
  public let id: String?
  public let error: PluginError

  public init(place: String, root: PluginRoot, id: String?, error: PluginError) {
    self.place = place
    self.root = root
    self.id = id
    self.error = error
  }
}

/// A variant that was found.
public struct FoundVariant: Sendable, Hashable {
  public let manifest: VariantManifest
  public let place: String
  public let root: PluginRoot
  /// The warnings of the manifest's parser.
  public let warnings: [ManifestProblem]

  public init(manifest: VariantManifest, place: String, root: PluginRoot, warnings: [ManifestProblem] = []) {
    self.manifest = manifest
    self.place = place
    self.root = root
    self.warnings = warnings
  }
}
