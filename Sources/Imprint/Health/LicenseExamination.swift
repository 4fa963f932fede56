// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import ImprintLicense
internal import ImprintManifest
internal import ImprintRuntime

/// What a licence covers of an installation.
///
/// A plugin that is not requested and not licensed blocks nothing, so it is doubtful. Broken is the variant
/// that the configuration names, where it cannot be opened for want of a licence.
extension HealthExamination {
  /// The licence itself.
  func license(of catalog: PluginCatalog) -> [HealthFinding] {
    let entitlements = configuration.entitlements
    if let license = entitlements.license {
      return [
        .fine(
          .licence, license.profile,
          (license.isTrial ? "a trial licence, for trying on this machine; no application accepts it: " : "")
            + "\(license.features.map(\.rawValue).joined(separator: ", ")); valid until "
            + "\(Self.date(license.validUntil)); activation \(license.activation)")
      ]
    }
    let named = catalog.found.flatMap(\.manifest.features).map(LicenseFeature.init(rawValue:))
    let refusals = entitlements.refusals(among: Set(named).sorted { $0.rawValue < $1.rawValue })
    guard let first = refusals.first else { return [.fine(.licence, "", "none is needed")] }
    return [
      HealthFinding(
        .licence, .doubtful, place: "", code: "none",
        fact: "refused are \(refusals.sentence)", remedy: first.remedy)
    ]
  }

  /// Each feature of a plugin that is refused.
  func license(of manifest: PluginManifest) -> [HealthFinding] {
    let state = LicenseState(of: manifest, by: configuration.entitlements)
    return state.refused.map {
      HealthFinding(
        .licence, .doubtful, place: manifest.id, code: state.verdict.rawValue, fact: $0.sentence,
        remedy: $0.remedy)
    }
  }

  /// What keeps the plugins of a variant from being opened.
  func license(of set: PluginSet, isChosen: Bool) -> [HealthFinding] {
    set.plugins.compactMap { plugin in
      guard let obstacle = LicenseState(of: plugin, by: configuration.entitlements).obstacle else {
        return nil
      }
      return HealthFinding(
        .variant, isChosen ? .broken : .doubtful, place: set.variant, code: "not-licensed",
        fact: "\(plugin.id) cannot be opened: \(obstacle.sentence)", remedy: obstacle.remedy)
    }
  }

  /// Date and minute in UTC, for people.
  private static func date(_ seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let length = strftime(&text, text.count, "%Y-%m-%d %H:%M UTC", &parts)
    return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
