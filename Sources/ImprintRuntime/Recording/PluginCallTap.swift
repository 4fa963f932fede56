// SPDX-License-Identifier: Apache-2.0
public import ImprintCalls

/// Comes between a runtime and the plugins it opens: every call and every answer goes through it.
public protocol PluginCallTap: Sendable {
  /// What it is for: the runtime asks the licence for it first.
  var purpose: PluginCallPurpose { get }

  /// Whether it wants the calls of a plugin that is about to be opened.
  func wants(_ plugin: FoundPlugin) -> Bool

  /// What carries the calls of a plugin from now on.
  /// - Parameter carrier: what would carry them otherwise.
  /// - Throws: ``PluginError``: the plugin is not opened then.
  func tap(_ carrier: any CallCarrier, of plugin: TappedPlugin) throws(PluginError) -> any CallCarrier
}

/// What plugin calls are tapped for.
public enum PluginCallPurpose: Sendable, Hashable, CaseIterable {
  /// They are written down.
  case recording
  /// They are made again, beside what the library itself asks for: past the gates of licensed operations.
  case replay
}

/// A plugin whose calls are tapped.
public struct TappedPlugin: Sendable, Hashable {
  public let build: PluginBuild
  /// SHA-256 of the manifest's bytes.
  public let manifest: ContentHash
  /// The library's processor, as `uname -m` writes it.
  public let architecture: String
  /// Where it runs: `in-process` or `process`.
  public let isolation: String
}
