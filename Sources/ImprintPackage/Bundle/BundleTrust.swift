// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments
internal import ImprintSettings
internal import ImprintRuntime
internal import ImprintTrust

/// The trust settings in a bundle: those in effect where it is made, merged into one file, with the files it
/// names.
enum BundleTrust {
  /// Path in the bundle and content.
  typealias File = (path: String, bytes: [UInt8])

  /// - Parameter plugins: those whose allowances are included.
  /// - Throws: ``InstallError``, with the code that opening a plugin would have.
  static func files(of trust: PluginTrust, for plugins: [String]) throws(InstallError) -> [File] {
    do throws(TrustError) {
      let policy = try trust.policy.get()
      var settings = TrustSettings(
        signatures: policy.mode, publishers: policy.publishers,
        allowed: policy.allowed.filter { plugins.contains($0.plugin) },
        conformance: policy.requiresConformance ? .required : nil, waived: policy.waived.sorted())
      var files: [File] = []
      for file in policy.files {
        for path in file.settings.roots {
          let name = "root-\(settings.roots.count + 1).pem"
          files.append(("etc/imprint/\(name)", try read(file.resolved(path))))
          settings.roots.append(name)
        }
        guard let path = file.settings.revocations else { continue }
        guard settings.revocations == nil else {
          throw TrustError(
            .settings, place: file.path, reason: "a second revocation list counts, and a bundle has one.",
            remedy: "Name the settings that it is to have with --trust.")
        }
        settings.revocations = "revocations.jws"
        files.append(("etc/imprint/revocations.jws", try read(file.resolved(path))))
      }
      return [("etc/imprint/trust.yaml", Array(settings.yaml.utf8))] + files
    } catch {
      throw InstallError(PluginError(error))
    }
  }

  /// - Throws: ``InstallError`` if a plugin could not be opened under these settings.
  static func judge(_ folder: String, under trust: PluginTrust) throws(InstallError) {
    do {
      _ = try trust.examine(PluginEvidence(ReadPlugin.read(folder)))
    } catch let error as TrustError {
      throw InstallError(PluginError(error))
    } catch {
      let reason = (error as? any ExplainedError)?.reason ?? "\(error)"
      throw InstallError(
        PackageError(.unreadable, place: folder, reason: reason, remedy: "Install the plugin again."))
    }
  }

  private static func read(_ path: String) throws(TrustError) -> [UInt8] {
    do throws(TrustedFileError) { return try TrustedFile.read(path, limit: 1 << 20) } catch {
      throw TrustError(.settings, error)
    }
  }
}
