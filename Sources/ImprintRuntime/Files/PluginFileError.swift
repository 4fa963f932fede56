// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// What is wrong with a model or run-time library of a plugin. Its place is the file's path, or the name
/// under which a plugin asked for it.
public typealias PluginFileError = Explained<PluginFileErrorCode>

public enum PluginFileErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The plugin asked for a file that its manifest does not name.
  case notStated = "not-stated"
  /// It does not exist, cannot be read, or is not a regular file.
  case file
  /// It is in a run-time library's folder without being listed in the manifest: the library would load it.
  case notListed = "not-listed"
  /// Its length differs from the manifest's.
  case lengthDiffers = "length-differs"
  /// Its SHA-256 differs from the manifest's.
  case hashDiffers = "hash-differs"
  /// Others than root and this user may modify it, or add files beside it.
  case writable
  /// It would exceed the memory of the host that the plugin's worker may use.
  case tooMuch = "too-much"
}

extension PluginFileError {
  static func notStated(_ what: String, _ name: String, section: String) -> PluginFileError {
    PluginFileError(
      .notStated, place: "\(what) `\(name)`", reason: "the manifest names no such \(what).",
      remedy: "Add it to the manifest under `\(section)`.")
  }

  static func installed(
    _ code: Code, _ path: String, _ reason: String, remedy: String? = nil
  ) -> PluginFileError {
    PluginFileError(
      code, place: path, reason: reason,
      remedy: remedy ?? "Install the plugin again, with its models.")
  }

  static func lengthDiffers(_ path: String, _ count: Int, stated: Int) -> PluginFileError {
    .installed(.lengthDiffers, path, "it has \(count) bytes, but the manifest says \(stated).")
  }

  /// - Parameters:
  ///   - bytes: The length requested.
  ///   - held: The bytes lent to the worker already.
  static func tooMuch(_ path: String, bytes: UInt64, held: UInt64, limit: UInt64) -> PluginFileError {
    PluginFileError(
      .tooMuch, place: path,
      reason:
        "it has \(bytes) bytes, but \(held) of the \(limit) that may be lent to a worker are lent already.",
      remedy: "Raise the limit for workers (`WorkerLimits.lentBytes`), or run the plugin in this process.")
  }
}
