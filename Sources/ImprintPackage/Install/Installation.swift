// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest

/// The result of an installation.
public struct Installation: Sendable, Hashable {
  public enum Change: String, Sendable, Hashable, CaseIterable {
    /// It was not there before.
    case installed
    /// An older version was there.
    case upgraded
    /// A newer version was there, and a downgrade was requested.
    case downgraded
    /// The same version was there with different or unreadable files.
    case replaced
    /// It was there with identical files: nothing was written.
    case unchanged
  }

  public let change: Change
  public let manifest: PluginManifest
  /// The version that was there; `nil` if there was none, or its manifest was unreadable.
  public let previous: SemanticVersion?
  /// The plugin's folder.
  public let folder: String
  /// Folders of run-time libraries newly installed with it, by name.
  public let addedRuntimes: [String]
  /// Folders of run-time libraries that were removed, as no plugin of the root names them any more.
  public let removedRuntimes: [String]
  /// The plugin is installed, and stays disabled until it is enabled.
  public let isDisabled: Bool
  /// Warnings, though it succeeded.
  public let warnings: [String]
}
