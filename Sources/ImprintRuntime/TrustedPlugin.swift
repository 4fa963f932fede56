// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintModel
internal import ImprintTrust

/// A plugin that may be used, with the sealed bytes of its library: what is loaded, here or in a worker.
struct TrustedPlugin: Sendable {
  let found: FoundPlugin
  /// What was hashed and judged; nothing else is loaded.
  let library: SealedFile
  let verdict: TrustVerdict

  /// Copies the library, hashes the copy, and asks whether the plugin may be used. No code of it runs.
  ///
  /// Models count as the manifest states them: each is compared with that when the plugin first asks for it.
  /// - Throws: ``PluginError``.
  /// - Complexity: O(bytes of the library, and of files that the manifest does not name).
  init(
    _ found: FoundPlugin, _ file: borrowing OpenFile, by trust: PluginTrust
  ) throws(PluginError) {
    library = try LibraryJudge.seal(file, of: found)
    self.found = found
    do throws(TrustError) {
      verdict = try trust.judge(
        try PluginEvidence.gather(
          found.folder, manifest: found.manifest, manifestHash: found.manifestHash,
          library: (library.sha256, library.bytes.count), readsFiles: trust.mode != .off))
    } catch {
      throw PluginError(error)
    }
  }
}
