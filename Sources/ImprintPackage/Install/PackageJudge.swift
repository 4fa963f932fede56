// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintRuntime
public import ImprintTrust

/// Says whether a package's maker is trusted, before anything of it is written. ``PluginTrust`` is the one.
public protocol PackageJudge: Sendable {
  /// - Parameters:
  ///   - folders: where plugins of the same id lie already.
  ///   - allowingOlder: whether it may be older than what was used here before.
  /// - Throws: ``InstallError``, with the code that opening the plugin would give.
  func judge(
    _ package: PluginPackage, beside folders: [String], allowingOlder: Bool
  ) throws(InstallError) -> PackageVerdict

  /// Makes the maker the one that has the plugin's id, in the root's turn.
  /// - Returns: How that is taken back where the package is not installed after all.
  /// - Throws: ``InstallError`` `other-publisher` where somebody else was quicker.
  func claim(
    _ package: PluginPackage, _ verdict: inout PackageVerdict
  ) throws(InstallError) -> @Sendable () -> Void

  /// Whether the plugin in a folder is another maker's, so that its version is no measure.
  func isOfAnother(_ folder: String, than package: PluginPackage, _ verdict: PackageVerdict) -> Bool

  /// Told when a package was installed.
  /// - Returns: What is to be told of that.
  func installed(_ package: PluginPackage, _ verdict: PackageVerdict, allowingOlder: Bool) -> [String]
}

/// That a package may be installed.
public struct PackageVerdict: Sendable {
  /// What is to be told all the same.
  public var warnings: [String]
  /// `nil` of a judge that asks nobody.
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
      // As when it is opened: a device may have no place to write to.
      return [
        "its version cannot be remembered, so an older one would not be noticed: \(error.place): \(error.reason)"
      ]
    }
  }

  private static func evidence(_ package: PluginPackage) throws(InstallError) -> PluginEvidence {
    do throws(PackageError) { return PluginEvidence(try package.read()) } catch { throw InstallError(error) }
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
