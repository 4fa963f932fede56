// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintRuntime
public import ImprintTrust

/// Decides whether a package's maker is trusted, before anything of it is written. Implemented by
/// ``PluginTrust``.
public protocol PackageJudge: Sendable {
  /// - Parameters:
  ///   - folders: the folders of installed plugins of the same id.
  ///   - allowingOlder: whether it may be older than what was used here before.
  /// - Throws: ``InstallError``, with the code that opening the plugin would have.
  func judge(
    _ package: PluginPackage, beside folders: [String], allowingOlder: Bool
  ) throws(InstallError) -> PackageVerdict

  /// Makes the maker the owner of the plugin's id, under the root's lock.
  /// - Returns: How that is rolled back if the package is not installed after all.
  /// - Throws: ``InstallError`` `other-publisher` if another publisher was first.
  func claim(
    _ package: PluginPackage, _ verdict: inout PackageVerdict
  ) throws(InstallError) -> @Sendable () -> Void

  /// Whether the plugin in a folder has another maker, so that their versions are not comparable.
  func isOfAnother(_ folder: String, than package: PluginPackage, _ verdict: PackageVerdict) -> Bool

  /// Called when a package was installed.
  /// - Returns: Warnings.
  func installed(_ package: PluginPackage, _ verdict: PackageVerdict, allowingOlder: Bool) -> [String]
}

/// The decision that a package may be installed.
public struct PackageVerdict: Sendable {
  /// Warnings.
  public var warnings: [String]
  /// `nil` from a judge that checks nothing.
  let trust: TrustVerdict?
}

extension PackageVerdict {
  public init(warnings: [String] = []) { self.init(warnings: warnings, trust: nil) }
}

extension PackageJudge {
  public func claim(
    _ package: PluginPackage, _ verdict: inout PackageVerdict
  ) throws(InstallError) -> @Sendable () -> Void { {} }

  public func isOfAnother(
    _ folder: String, than package: PluginPackage, _ verdict: PackageVerdict
  ) -> Bool { false }

  public func installed(
    _ package: PluginPackage, _ verdict: PackageVerdict, allowingOlder: Bool
  ) -> [String] { [] }
}

extension PluginTrust: PackageJudge {
  public func judge(
    _ package: PluginPackage, beside folders: [String], allowingOlder: Bool
  ) throws(InstallError) -> PackageVerdict {
    let evidence = try Self.evidence(package).beside(PluginEvidence.Rival.read(folders))
    do throws(TrustError) {
      let verdict = try examine(evidence, allowingOlder: allowingOlder)
      return PackageVerdict(warnings: verdict.warnings, trust: verdict)
    } catch {
      throw InstallError(PluginError(error))
    }
  }

  public func claim(
    _ package: PluginPackage, _ verdict: inout PackageVerdict
  ) throws(InstallError) -> @Sendable () -> Void {
    guard let trust = verdict.trust else { return {} }
    let evidence = try Self.evidence(package)
    do throws(TrustError) {
      let claim = try claim(evidence, trust)
      verdict.warnings += [claim.warning].compactMap { $0 }
      return claim.withdraw
    } catch {
      throw InstallError(PluginError(error))
    }
  }

  public func isOfAnother(
    _ folder: String, than package: PluginPackage, _ verdict: PackageVerdict
  ) -> Bool {
    verdict.trust.map { isOfAnother(folder, than: $0, of: package.manifest.id) } ?? false
  }

  public func installed(
    _ package: PluginPackage, _ verdict: PackageVerdict, allowingOlder: Bool
  ) -> [String] {
    guard let trust = verdict.trust else { return [] }
    let manifest = package.manifest
    do throws(TrustError) {
      try installed(manifest.version, of: manifest.id, trust, allowingOlder: allowingOlder)
      return []
    } catch {
      // As on opening: a device may have no writable storage.
      return [
        "its version cannot be remembered, so a rollback to an older one would not be detected: \(error.place): \(error.reason)"
      ]
    }
  }

  private static func evidence(_ package: PluginPackage) throws(InstallError) -> PluginEvidence {
    do throws(PackageError) { return PluginEvidence(try package.read()) } catch { throw InstallError(error) }
  }
}

extension PluginPackage {
  /// What signatures and allowances refer to: the same as for the installed folder.
  public var contents: PluginContents {
    let own = ownFiles.filter {
      $0.path != PluginContents.manifestName && !PluginContents.statements.contains($0.path)
    }
    return PluginContents(
      plugin: manifest.id, version: manifest.version, manifest: manifestHash,
      files: own.map { PluginContents.File(name: $0.path, bytes: $0.bytes, sha256: $0.sha256) })
  }

  /// The plugin in it, for trust decisions.
  /// - Throws: ``PackageError`` `changed`.
  public func read() throws(PackageError) -> ReadPlugin {
    ReadPlugin(
      folder: place, manifest: manifest, contents: contents, signature: try signature(),
      conformance: try conformance())
  }
}
