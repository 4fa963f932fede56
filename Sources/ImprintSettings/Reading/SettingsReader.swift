// SPDX-License-Identifier: Apache-2.0

/// Reads settings: of licences, of the licence server, of trust, and waivers.
///
/// The bytes are hostile: whatever they are, the answer is settings or a ``ManifestError`` with all that is
/// wrong, and memory stays bounded. Reading bytes is a pure function of them. Safe from any thread.
public enum SettingsReader {
  /// The longest file there may be.
  public static let maximumBytes = SchemaReader.maximumBytes
  /// So many problems are gathered, and so many warnings; then reading ends.
  public static let maximumProblems = SchemaReader.maximumProblems
}
