// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintModel
internal import ImprintRuntime
public import ImprintTrust

/// Says whether a package's maker is trusted, before anything of it is written. ``PluginTrust`` is the one.
public protocol PackageJudge: Sendable {
  /// - Parameter allowingOlder: whether it may be older than what was used here before.
  /// - Returns: What is to be told, though it may be installed.
  /// - Throws: ``InstallError``, with the code that opening the plugin would give.
  func judge(_ package: PluginPackage, allowingOlder: Bool) throws(InstallError) -> [String]

  /// Told when a package was installed.
  /// - Returns: What is to be told of that.
  func installed(_ package: PluginPackage, allowingOlder: Bool) -> [String]
}

extension PluginTrust: PackageJudge {
  public func judge(_ package: PluginPackage, allowingOlder: Bool) throws(InstallError) -> [String] {
    let evidence: PluginEvidence
    do throws(PackageError) {
      evidence = PluginEvidence(try package.read())
    } catch {
      throw InstallError(error)
    }
    do throws(TrustError) {
      return try examine(evidence, allowingOlder: allowingOlder).warnings
    } catch {
      throw InstallError(PluginError(error))
    }
  }

  public func installed(_ package: PluginPackage, allowingOlder: Bool) -> [String] {
    let manifest = package.manifest
    do throws(TrustError) {
      try installed(manifest.version, of: manifest.id, allowingOlder: allowingOlder)
      return []
    } catch {
      // As when it is opened: a device may have no place to write to.
      return [
        "its version cannot be remembered, so an older one would not be noticed: \(error.place): \(error.reason)"
      ]
    }
  }
}

extension PluginPackage {
  /// What a signature is compared with, and an allowance is for: the same as that of the folder it becomes.
  public var contents: PluginContents {
    let own = ownFiles.filter {
      $0.path != PluginContents.manifestName && !PluginContents.statements.contains($0.path)
    }
    return PluginContents(
      plugin: manifest.id, version: manifest.version, manifest: manifestHash,
      files: own.map { PluginContents.File(name: $0.path, bytes: $0.bytes, sha256: $0.sha256) })
  }

  /// The plugin in it, for whoever judges or allows it.
  /// - Throws: ``PackageError`` `changed`.
  public func read() throws(PackageError) -> ReadPlugin {
    ReadPlugin(
      folder: place, manifest: manifest, contents: contents, signature: try signature(),
      conformance: try conformance())
  }
}
