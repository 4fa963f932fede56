// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest

/// One build of a plugin: its identity for the quarantine, and what is reported of it.
public struct PluginBuild: Sendable, Hashable {
  /// The build's identity: a hash of manifest and library. Each build has its own.
  public let contents: ContentHash
  /// Of the library's bytes.
  public let library: ContentHash
  /// The plugin's id.
  public let plugin: String
  public let version: SemanticVersion
  /// The folder it was opened from.
  public let folder: String

  public init(
    contents: ContentHash, library: ContentHash, plugin: String, version: SemanticVersion, folder: String
  ) {
    self.contents = contents
    self.library = library
    self.plugin = plugin
    self.version = version
    self.folder = folder
  }

  /// The build of a found plugin: its library, and its manifest, which states every model and run-time
  /// library by its hash. So a corrected model makes another build, and plugins that share a library are
  /// separate builds.
  /// - Parameter library: SHA-256 of the loaded bytes; a manifest does not state it.
  public init(_ found: FoundPlugin, library: ContentHash) {
    self.init(
      contents: ContentHash(
        of: Array("imprint plugin build\n\(found.manifestHash.hex)\n\(library.hex)\n".utf8)),
      library: library, plugin: found.manifest.id, version: found.manifest.version, folder: found.folder)
  }
}

/// The death of a process that hosted a plugin, where the plugin is to blame.
public struct PluginDeath: Sendable, Hashable {
  /// How it ended.
  public enum Reason: Sendable, Hashable {
    /// By a signal that the host did not send, such as 11 for SIGSEGV.
    ///
    /// Running out of memory appears as one: 9 where the kernel killed it, and mostly 6 or 11 where an
    /// allocation failed. The system does not distinguish these from others.
    case signal(Int32)
    /// It exited with this code.
    case exit(Int32)
    /// A call exceeded its deadline, in milliseconds, and the host killed the process.
    case deadline(Int)
    /// It sent an invalid answer, and the host killed the process.
    case garbage
    /// It exceeded its limit of memory or threads, and the host killed the process.
    case excess
  }

  public let build: PluginBuild
  /// The function being called, as in errors: `matcher.compare`; `none` between calls.
  public let function: String
  public let reason: Reason

  public init(_ build: PluginBuild, in function: String, reason: Reason) {
    self.build = build
    self.function = function
    self.reason = reason
  }
}

/// Observes every death of a process that hosted a plugin.
public protocol PluginDeathObserver: Sendable {
  /// To be called before the failed call returns, so that whoever handles the error finds the death recorded.
  /// Blocks the calling thread for some milliseconds; any thread. Never fails: errors are logged.
  func pluginDied(_ death: PluginDeath)

  /// Why no process may be started for a build now; `nil` where one may. To be called before every start, the
  /// first included. Reads one small file; any thread.
  func refusal(of build: PluginBuild) -> PluginError?
}
