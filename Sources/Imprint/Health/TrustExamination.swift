// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintRuntime
private import ImprintTrust

/// Whom this installation trusts, and which of its plugins may be used then.
///
/// A plugin that is not requested and may not be used blocks nothing, so it is doubtful. Broken is the
/// variant that the configuration names, where a plugin of it may not be used.
extension HealthExamination {
  /// What is enforced, and by which settings.
  var trust: [HealthFinding] {
    let flavour = BuildInformation.flavour
    let build = HealthFinding.fine(.trust, "", "\(flavour.rawValue) build: \(flavour.enforcement)")
    let policy: TrustPolicy
    do throws(TrustError) {
      policy = try configuration.trust.policy.get()
    } catch {
      return [build, .broken(.trust, error)]
    }
    let places = policy.files.map { "\($0.path) (\($0.origin.rawValue))" }
    let settings =
      places.isEmpty ? "there are no trust settings" : "settings: \(places.joined(separator: ", "))"
    let state = HealthFinding.fine(
      .trust, "",
      "signatures: \(policy.mode.rawValue), \(policy.roots.count) roots, \(policy.publishers.count) publishers, "
        + "\(policy.allowed.count) plugins by their contents, \(policy.revocations.count) revocation lists; \(settings)"
    )
    return [build, state]
      + configuration.trust.notes.map {
        HealthFinding(
          .trust, .doubtful, place: "", code: "note", fact: $0,
          remedy: policy.mode == .require
            ? "Put the settings into \(TrustSettingsFile.systemPath), or name them in the program."
            : "On a machine that is not for development: sdkctl trust signatures require.")
      }
  }

  /// Whether each plugin may be used.
  func trust(of catalog: PluginCatalog) -> [HealthFinding] {
    // The reason why nothing is trusted is already reported.
    guard let mode = configuration.trust.mode, mode != .off else { return [] }
    return catalog.found.map { plugin in
      do throws(PluginError) {
        let verdict = try plugin.judgeTrust(
          by: configuration.trust, shadowed: catalog.shadowed(by: plugin))
        let who = verdict.signer.map { "signed by '\($0.name)'" } ?? "not signed by a trusted publisher"
        return HealthFinding(
          .trust, verdict.warnings.isEmpty ? .fine : .doubtful, place: plugin.manifest.id,
          code: verdict.warnings.isEmpty ? "ok" : "not-signed",
          fact: "\(who), allowed by its \(verdict.allowance.rawValue)",
          remedy: verdict.warnings.isEmpty ? "" : "Sign it before it is distributed: sdkctl plugin sign.")
      } catch {
        return HealthFinding(
          .trust, .doubtful, place: plugin.manifest.id, code: error.code.rawValue,
          fact: "\(error.place): \(error.reason)", remedy: error.remedy)
      }
    }
  }

  /// What keeps the plugins of a variant from being opened.
  func trust(of set: PluginSet, in catalog: PluginCatalog, isChosen: Bool) -> [HealthFinding] {
    set.plugins.compactMap { manifest in
      guard let plugin = catalog.plugin(withID: manifest.id) else { return nil }
      do throws(PluginError) {
        _ = try plugin.judgeTrust(
          by: configuration.trust, shadowed: catalog.shadowed(by: plugin))
        return nil
      } catch {
        return HealthFinding(
          .variant, isChosen ? .broken : .doubtful, place: set.variant, code: error.code.rawValue,
          fact: "\(manifest.id) may not be used: \(error.reason)", remedy: error.remedy)
      }
    }
  }
}
