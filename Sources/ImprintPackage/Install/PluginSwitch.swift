// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
public import ImprintRuntime

extension PluginInstaller {
  /// Disables a plugin: it stays installed, and is skipped in listings with the code `disabled`. Marked by a
  /// file of its name below the root's `disabled`, outside its own folder, which a signature covers.
  /// - Returns: whether it was enabled before.
  /// - Throws: ``InstallError`` `not-installed`, `other-root`, or a file error.
  public func disable(_ id: String, knownTo catalog: PluginCatalog? = nil) async throws(InstallError) -> Bool
  {
    let turn = try await beginTurn(for: id, catalog)
    return try files(mark(id, turn))
  }

  /// Enables a plugin that was disabled.
  /// - Returns: Whether it was disabled before.
  /// - Throws: ``InstallError`` `not-installed`, `other-root`, or a file error.
  public func enable(_ id: String, knownTo catalog: PluginCatalog? = nil) async throws(InstallError) -> Bool {
    let turn = try await beginTurn(for: id, catalog)
    return try files(unmark(id, turn))
  }

  private func mark(_ id: String, _ turn: borrowing RootTurn) throws(PackageError) -> Bool {
    guard try !turn.isDisabled(id) else {
      _ = turn.end()
      return false
    }
    let markers = try turn.folder.makeSharedFolder(RootTurn.disabled)
    try markers.makeFile(id).sync()
    try markers.sync()
    try turn.folder.sync()
    _ = turn.end()
    return true
  }

  private func unmark(_ id: String, _ turn: borrowing RootTurn) throws(PackageError) -> Bool {
    let wasDisabled: Bool
    if let markers = try turn.folder.folder(RootTurn.disabled) {
      wasDisabled = try markers.removeFile(id)
    } else {
      wasDisabled = false
    }
    _ = turn.end()
    return wasDisabled
  }
}
