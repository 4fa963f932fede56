// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintSettings
internal import ImprintManifest
public import ImprintTrust

/// A plugin that may be used, with the sealed bytes of its library, which are what is loaded, here or in a
/// worker.
struct TrustedPlugin: Sendable {
  let found: FoundPlugin
  /// What was hashed and validated; nothing else is loaded.
  let library: SealedFile
  let verdict: TrustVerdict
  /// Why the owner of its id cannot be recorded.
  let claimWarning: String?

  /// Copies the library, hashes the copy, and decides whether the plugin may be used. None of its code runs.
  ///
  /// Models are taken as the manifest states them: each is verified when the plugin first asks for it. An id
  /// without an owner becomes its publisher's.
  /// - Parameter shadowed: Folders of plugins of the same id that are not used because of this one.
  /// - Throws: ``PluginError``.
  /// - Complexity: O(bytes of the library, and of files that the manifest does not name).
  init(
    _ found: FoundPlugin, _ file: borrowing RegularFile, by trust: PluginTrust, shadowed: [String] = []
  ) throws(PluginError) {
    library = try LibraryJudge.seal(file, of: found)
    self.found = found
    do throws(TrustError) {
      let evidence = try found.evidence(library, readsFiles: trust.mode != .off)
        .beside(PluginEvidence.Rival.read(trust.mode == .off ? [] : shadowed))
      let verdict = try trust.examine(evidence)
      claimWarning = try trust.claim(evidence, verdict).warning
      self.verdict = verdict
    } catch {
      throw PluginError(error)
    }
  }
}

extension FoundPlugin {
  fileprivate func evidence(
    _ library: SealedFile, readsFiles: Bool
  ) throws(TrustError) -> PluginEvidence {
    try PluginEvidence.gather(
      folder, manifest: manifest, manifestHash: manifestHash,
      library: (library.sha256, library.bytes.count), readsFiles: readsFiles)
  }

  /// Decides whether the plugin may be used, as opening it would, and records nothing. Loads nothing.
  ///
  /// Models are taken as the manifest states them: ``statedFiles`` verifies them.
  /// - Parameter shadowed: Folders of plugins of the same id that are not used because of this one
  ///   (``PluginCatalog/shadowed(by:)``).
  /// - Throws: ``PluginError``.
  /// - Complexity: O(bytes of the library, and of files that the manifest does not name). Any thread.
  public func judgeTrust(
    by trust: PluginTrust, shadowed: [String] = []
  ) throws(PluginError) -> TrustVerdict {
    let library = try LibraryJudge.seal(try LibraryJudge.open(self), of: self)
    do throws(TrustError) {
      return try trust.examine(
        try evidence(library, readsFiles: trust.mode != .off)
          .beside(PluginEvidence.Rival.read(trust.mode == .off ? [] : shadowed)))
    } catch {
      throw PluginError(error)
    }
  }
}
