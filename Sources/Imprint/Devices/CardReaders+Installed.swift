// SPDX-License-Identifier: Apache-2.0
public import ImprintCard
internal import ImprintManifest
public import ImprintRuntime

extension CardReaders {
  /// The readers of the installed plugin for card readers, for an application that needs no variant.
  /// - Parameter configuration: where to look, whom to trust, and which plugin, where several are installed.
  /// - Throws: ``PluginError``: there is none, there are several, or it cannot be opened.
  public static func installed(
    _ configuration: ImprintConfiguration = ImprintConfiguration()
  ) async throws(PluginError) -> CardReaders {
    // A choice for other kinds of devices does not apply to readers.
    var ofReaders = configuration
    let able = PluginCatalog.discover(configuration.searchPath).found
      .filter { $0.manifest.provides(.cardReader) }
    ofReaders.plugins.removeAll { id in !able.contains { $0.manifest.id == id } }
    return try await DeviceDirectory(ofReaders).cards()
  }
}
