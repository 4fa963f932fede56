// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// What is wrong with a model or run-time library of a plugin.
public struct PluginFileError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
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
  }

  public let code: Code
  /// The file's path, or the name under which a plugin asked for it.
  public let place: String
  public let reason: String
  public let remedy: String

  static func notStated(_ what: String, _ name: String, section: String) -> PluginFileError {
    PluginFileError(
      code: .notStated, place: "\(what) `\(name)`", reason: "the manifest names no such \(what).",
      remedy: "Add it to the manifest under `\(section)`.")
  }

  static func installed(_ code: Code, _ path: String, _ reason: String) -> PluginFileError {
    PluginFileError(
      code: code, place: path, reason: reason, remedy: "Install the plugin again, with its models.")
  }
}
