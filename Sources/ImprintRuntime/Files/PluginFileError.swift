// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// What is wrong with a model or run-time library of a plugin. Its place is the file's path, or the name
/// under which a plugin asked for it.
public typealias PluginFileError = Explained<PluginFileErrorCode>

public enum PluginFileErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The plugin asked for a file that its manifest does not name.
  case notStated = "not-stated"
  /// It is not there, cannot be read, or is no regular file.
  case file
  /// It lies in a run-time library's folder, and the manifest does not list it: the library would load it.
  case notListed = "not-listed"
  /// Its length is not the one that the manifest states.
  case lengthDiffers = "length-differs"
  /// Its SHA-256 is not the one that the manifest states.
  case hashDiffers = "hash-differs"
  /// Others than root and this user may change it, or put other files beside it.
  case writable
  /// It would take more of the host's memory than the plugin's worker may have it take.
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
    .installed(.lengthDiffers, path, "it has \(count) bytes, and the manifest says \(stated).")
  }

  /// - Parameters:
  ///   - bytes: What is asked for.
  ///   - held: What the worker has been lent already.
  static func tooMuch(_ path: String, bytes: UInt64, held: UInt64, limit: UInt64) -> PluginFileError {
    PluginFileError(
      .tooMuch, place: path,
      reason: "it has \(bytes) bytes, and of \(limit) that may be lent to a worker \(held) are lent.",
      remedy: "Raise the limit for workers (`WorkerLimits.lentBytes`), or run the plugin in this process.")
  }
}
