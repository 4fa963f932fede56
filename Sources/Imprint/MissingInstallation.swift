// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintManifest
import ImprintRuntime
import ImprintTrust

/// What a program without an installation lacks: plugins, trust settings, a licence. All are reported at
/// once, so that nobody fixes one only to meet the next.
enum MissingInstallation {
  /// Nothing is installed in the search path.
  static func error(_ configuration: ImprintConfiguration) -> ResolutionError? {
    let looked = configuration.searchPath.roots.map(\.path).joined(separator: ", ")
    let plugins = ResolutionProblem(
      code: .unknownVariant, place: "variant \(configuration.variant)",
      reason: "no plugin and no variant is installed where this program looks: "
        + (looked.isEmpty ? "no folder is searched." : "\(looked)."),
      remedy: "Name an installation's folder: IMPRINT_PLUGIN_PATH in the environment, "
        + "ImprintConfiguration.searchPath, or --root.")
    let others = [
      trust(configuration.trust), license(configuration.entitlements),
    ].compactMap { $0 }
    return ResolutionError([plugins] + others)
  }

  /// Whether nobody's plugins may be used.
  private static func trust(_ trust: PluginTrust) -> ResolutionProblem? {
    let policy: TrustPolicy
    do throws(TrustError) {
      policy = try trust.policy.get()
    } catch {
      return ResolutionProblem(
        code: .noTrust, place: error.place, reason: error.reason, remedy: error.remedy)
    }
    guard policy.mode != .off, policy.publishers.isEmpty, policy.allowed.isEmpty else { return nil }
    return ResolutionProblem(
      code: .noTrust, place: "trust settings",
      reason: policy.files.isEmpty
        ? "there are none, so no plugin may be used."
        : "they allow no plugin: \(policy.files.map(\.path).joined(separator: ", ")).",
      remedy:
        "Name those of the installation, its etc/imprint/trust.yaml: \(TrustSettingsFile.variable) in the "
        + "environment, or ImprintConfiguration.trust.")
  }

  /// Whether there is no licence at all. Which features would be needed, only the plugins say.
  private static func license(_ entitlements: any EntitlementProvider) -> ResolutionProblem? {
    guard entitlements.license == nil,
      let refusal = entitlements.refusals(among: LicensedOperation.allCases.map(\.feature)).first
    else { return nil }
    return ResolutionProblem(
      code: .noLicense, place: "licence", reason: refusal.reason, remedy: refusal.remedy)
  }

  /// A refusal of one plugin, with what else prevents the plugins of its set from being opened: trust and
  /// licence of each, one problem of each kind.
  static func gather(
    _ error: PluginError, of set: PluginSet, in catalog: PluginCatalog, by configuration: ImprintConfiguration
  ) -> PluginError {
    guard error.isOfTrustOrLicense else { return error }
    var codes: Set<PluginError.Code> = [error.code]
    var others: [PluginError] = []
    for plugin in set.plugins.compactMap({ catalog.plugin(withID: $0.id) }) {
      for other in obstacles(to: plugin, in: catalog, by: configuration)
      where codes.insert(other.code).inserted {
        others.append(other)
      }
    }
    return error.with(others)
  }

  private static func obstacles(
    to plugin: FoundPlugin, in catalog: PluginCatalog, by configuration: ImprintConfiguration
  ) -> [PluginError] {
    var obstacles: [PluginError] = []
    if let refusal = LicenseState(of: plugin.manifest, by: configuration.entitlements).obstacle {
      obstacles.append(
        PluginError(.notEntitled, place: plugin.manifest.id, reason: refusal.sentence, remedy: refusal.remedy)
      )
    }
    do throws(PluginError) {
      _ = try plugin.judgeTrust(by: configuration.trust, shadowed: catalog.shadowed(by: plugin))
    } catch {
      obstacles.append(error)
    }
    return obstacles.filter(\.isOfTrustOrLicense)
  }
}

extension PluginError {
  private static let ofTrustOrLicense: Set<Code> = [
    .notEntitled, .notSigned, .unknownPublisher, .notAllowed, .otherPublisher, .trustSettings,
    .revocationList, .trustMemory,
  ]

  /// Whether it is about who may be trusted, or what is licensed, rather than about the plugin itself.
  fileprivate var isOfTrustOrLicense: Bool { Self.ofTrustOrLicense.contains(code) }
}

extension PluginCatalog {
  /// Whether nothing at all was found, good or bad. A missing root does not count.
  var isEmpty: Bool {
    found.isEmpty && variants.isEmpty && disabled.isEmpty && skipped.allSatisfy { $0.id == nil }
  }
}
