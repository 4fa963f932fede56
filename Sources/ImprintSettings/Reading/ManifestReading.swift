// SPDX-License-Identifier: Apache-2.0

/// The result of reading: the manifest or settings, and warnings.
public struct ManifestReading<Manifest: Sendable & Hashable>: Sendable, Hashable {
  public let manifest: Manifest
  /// In the order of the file, at most ``SettingsReader/maximumProblems``.
  public let warnings: [ManifestProblem]
  /// SHA-256 of the bytes that were read: what is signed is exactly what was parsed.
  public let sha256: ContentHash

  package init(manifest: Manifest, warnings: [ManifestProblem], sha256: ContentHash) {
    self.manifest = manifest
    self.warnings = warnings
    self.sha256 = sha256
  }
}
