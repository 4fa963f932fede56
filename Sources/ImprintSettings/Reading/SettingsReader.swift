// SPDX-License-Identifier: Apache-2.0

/// Reads settings: of licences, of the licence server, of trust, and waivers.
///
/// The bytes are untrusted: the result is settings or a ``ManifestError`` with all problems, and memory use
/// is bounded. Reading is a pure function of the bytes. Thread-safe.
public enum SettingsReader {
  /// The maximum length of a file.
  public static let maximumBytes = SchemaReader.maximumBytes
  /// The maximum number of problems, and of warnings, that are collected; then reading ends.
  public static let maximumProblems = SchemaReader.maximumProblems
}
