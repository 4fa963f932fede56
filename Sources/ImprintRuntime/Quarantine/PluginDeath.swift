// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest

/// One build of a plugin: what the quarantine knows it by, and what it tells people.
public struct PluginBuild: Sendable, Hashable {
  /// Of all that it is, by its manifest and its library: what it is known by. Another build has another.
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

  /// The build that was found: its library, and its manifest, which states every model and run-time library
  /// by its hash. So a corrected model makes another build, and plugins with one library in common are builds
  /// of their own.
  /// - Parameter library: SHA-256 of the bytes that are loaded; a manifest does not state it.
  public init(_ found: FoundPlugin, library: ContentHash) {
    self.init(
      contents: ContentHash(
        of: Array("imprint plugin build\n\(found.manifestHash.hex)\n\(library.hex)\n".utf8)),
      library: library, plugin: found.manifest.id, version: found.manifest.version, folder: found.folder)
  }
}

/// The end of a process that hosted a plugin, where the plugin is to blame.
public struct PluginDeath: Sendable, Hashable {
  /// How it ended.
  public enum Reason: Sendable, Hashable {
    /// By a signal that the host did not send, such as 11 for SIGSEGV.
    ///
    /// Lack of memory shows as one: 9 where the kernel ended it, and whatever it does where an allocation
    /// fails, mostly 6 or 11. The system does not tell these apart from others.
    case signal(Int32)
    /// It ended itself, with this code.
    case exit(Int32)
    /// A call took longer than it may, and the host ended it. Milliseconds that the call may take.
    case deadline(Int)
    /// It answered what no call is answered by, and the host ended it.
    case garbage
    /// It used more memory or threads than it may, and the host ended it.
    case excess
  }

  public let build: PluginBuild
  /// What was being called, as in errors: `matcher.compare`. What it did between calls is put down as `none`.
  public let function: String
  public let reason: Reason

  public init(_ build: PluginBuild, in function: String, reason: Reason) {
    self.build = build
    self.function = function
    self.reason = reason
  }
}

/// Is told of every death of a process that hosted a plugin.
public protocol PluginDeathObserver: Sendable {
  /// To be called before the call that died answers, so that whoever is told of the error finds the death put
  /// down. Blocks the calling thread for some milliseconds; any thread. Never fails: what goes wrong is
  /// logged.
  func pluginDied(_ death: PluginDeath)

  /// Why no process is to be started for a build, now; `nil` where one may be. To be asked before every
  /// start, the first included. Reads one small file; any thread.
  func refusal(of build: PluginBuild) -> PluginError?
}
