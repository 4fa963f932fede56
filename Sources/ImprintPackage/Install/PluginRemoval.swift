// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintFiles
internal import ImprintSettings
public import ImprintRuntime

/// The result of a removal.
public struct Removal: Sendable, Hashable {
  public let id: String
  /// `nil` if the manifest was unreadable.
  public let version: SemanticVersion?
  /// Folders of run-time libraries that were removed with it, as no other plugin of the root names them.
  public let removedRuntimes: [String]
}

extension PluginInstaller {
  /// Removes a plugin, and the run-time libraries that no other plugin of the root names.
  ///
  /// Atomic. A process that has it open keeps what it has loaded.
  /// - Parameter catalog: where else it may be, for error messages.
  /// - Throws: ``InstallError`` `not-installed`, `other-root`, or a file error.
  public func remove(_ id: String, knownTo catalog: PluginCatalog? = nil) async throws(InstallError)
    -> Removal
  {
    let turn = try await beginTurn(for: id, catalog)
    do throws(InstallError) {
      let version = try files(moveAway(id, turn))
      return Removal(id: id, version: version, removedRuntimes: turn.end())
    } catch {
      _ = turn.end()
      throw error
    }
  }

  /// Acquires the root's lock for an installed plugin.
  func beginTurn(for id: String, _ catalog: PluginCatalog?) async throws(InstallError) -> RootTurn {
    // Before locking: if nothing is installed, nothing must be created.
    guard try files(isInstalled(id)) else { throw InstallError(notInstalled(id, catalog)) }
    let turn = try await beginTurn(creates: false)
    // Another process may have removed it meanwhile.
    guard try files(isInstalled(id)) else { throw InstallError(notInstalled(id, catalog)) }
    return turn
  }

  private func isInstalled(_ id: String) throws(PackageError) -> Bool {
    guard !id.contains("/"), PackagePath.fault(of: id) == nil else { return false }
    return try Folder.isThere("\(root)/\(RootTurn.plugins)/\(id)")
  }

  private func moveAway(_ id: String, _ turn: borrowing RootTurn) throws(PackageError) -> SemanticVersion? {
    let plugin = try InstalledPlugin(id, in: turn.path)
    try turn.doubt(plugin?.runtimes ?? [])
    let plugins = try turn.pluginsFolder()
    try plugins.place(id, in: turn.staging, as: RootTurn.plugin, .new)
    do throws(PackageError) {
      try plugins.sync()
    } catch {
      try? turn.staging.place(RootTurn.plugin, in: plugins, as: id, .new)
      throw error
    }
    // A remaining marker disables the plugin when it is installed again, which is reported then.
    if let markers = try? turn.folder.folder(RootTurn.disabled) { _ = try? markers.removeFile(id) }
    return plugin?.manifest?.version
  }

  private func notInstalled(_ id: String, _ catalog: PluginCatalog?) -> PackageError {
    let other = catalog?.plugin(withID: id)?.root ?? catalog?.skip(ofID: id)?.root
    if let other, other.path != root {
      return PackageError(
        .otherRoot, place: id, reason: "it is not in \(root), but in \(other).",
        remedy: "Name that root: --root \(other.path).")
    }
    let ids = catalog?.found.filter { $0.root.path == root }.map(\.manifest.id) ?? []
    return PackageError(
      .notInstalled, place: id, reason: "\(root) has no plugin of that id.",
      remedy: NearestWord.to(id, among: ids).map { "Did you mean '\($0)'?" }
        ?? "`sdkctl plugin list --all` says what there is.")
  }
}
