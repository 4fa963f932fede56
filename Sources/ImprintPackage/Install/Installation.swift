// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest

/// What an installation did.
public struct Installation: Sendable, Hashable {
  public enum Change: String, Sendable, Hashable, CaseIterable {
    /// It was not there before.
    case installed
    /// An older version was there.
    case upgraded
    /// A newer version was there, and that was asked for.
    case downgraded
    /// The same version was there with other files, or files that nobody could read.
    case replaced
    /// It was there, every file the same: nothing was written.
    case unchanged
  }

  public let change: Change
  public let manifest: PluginManifest
  /// The version that was there; `nil` where none was, or its manifest could not be read.
  public let previous: SemanticVersion?
  /// The plugin's folder.
  public let folder: String
  /// Folders of run-time libraries that came with it, by name; those that were there are not among them.
  public let addedRuntimes: [String]
  /// Folders of run-time libraries that no plugin of the root names any more, and that were removed.
  public let removedRuntimes: [String]
  /// The plugin is installed, and stays disabled until it is enabled.
  public let isDisabled: Bool
  /// What is to be told, though it was done.
  public let warnings: [String]
}
