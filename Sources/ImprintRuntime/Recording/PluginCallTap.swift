// SPDX-License-Identifier: Apache-2.0
public import ImprintCalls

/// Intercepts the calls between a runtime and the plugins it opens: every call and answer passes through it.
public protocol PluginCallTap: Sendable {
  /// Its purpose, for which the runtime checks the licence first.
  var purpose: PluginCallPurpose { get }

  /// Whether it wants the calls of a plugin that is about to be opened.
  func wants(_ plugin: FoundPlugin) -> Bool

  /// The carrier of a plugin's calls from now on.
  /// - Parameter carrier: the one that would carry them otherwise.
  /// - Throws: ``PluginError``; then the plugin is not opened.
  func tap(_ carrier: any CallCarrier, of plugin: TappedPlugin) throws(PluginError) -> any CallCarrier
}

/// The purpose of tapping plugin calls.
public enum PluginCallPurpose: Sendable, Hashable, CaseIterable {
  /// They are recorded.
  case recording
  /// They are made again, besides the runtime's own calls, and bypass the gates of licensed operations.
  case replay
}

/// A plugin whose calls are tapped.
public struct TappedPlugin: Sendable, Hashable {
  public let build: PluginBuild
  /// SHA-256 of the manifest's bytes.
  public let manifest: ContentHash
  /// The library's architecture, as `uname -m` writes it.
  public let architecture: String
  /// Where it runs: `in-process` or `process`.
  public let isolation: String
}
