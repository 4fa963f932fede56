// SPDX-License-Identifier: Apache-2.0
internal import Imprint
package import ImprintLicense
internal import ImprintModel
package import Logging

/// The licence of this machine for `sdkctl` and the demo: that of the settings, otherwise the trial licence.
package struct LicenseToUse: Sendable {
  package let entitlements: any EntitlementProvider
  /// Present or upcoming problems, in sentences.
  package let warnings: [String]
  /// Whether it is the trial licence: then next steps are printed.
  package let isTrial: Bool

  /// - Parameters:
  ///   - settings: the settings; `nil` for the default locations.
  ///   - renewing: whether a licence of settings is fetched or renewed when due.
  package static func find(settings: String?, renewing: Bool, logger: Logger) async -> LicenseToUse {
    if let trial = await trial(settings: settings, logger: logger) { return trial }
    let installed = await InstalledLicense.find(named: settings, renewing: renewing, logger: logger)
    let isAbsent = (installed.entitlements as? NoLicense).map { $0 == NoLicense() } ?? false
    return LicenseToUse(
      entitlements: isAbsent
        ? NoLicense(reason: "there is no licence.", remedy: remedy) : installed.entitlements,
      warnings: installed.warnings, isTrial: false)
  }

  package static let remedy =
    "To try it: sdkctl license trial. To activate one: sdkctl license activate; in an application, pass the "
    + "entitlements of its LicenseManager."

  /// The trial licence, if one was made; an invalid one is ignored, with a warning if no settings replace it.
  private static func trial(settings: String?, logger: Logger) async -> LicenseToUse? {
    let trial = TrialLicense(permission: TrialPermission(settings: settings))
    do throws(TrialError) {
      guard let manager = try trial.manager(logger: logger) else { return nil }
      let status = await manager.status()
      let ended =
        status.isLicensed ? [] : ["the trial licence does not hold; sdkctl license trial makes another."]
      return LicenseToUse(
        entitlements: TrialEntitlements(manager.entitlements),
        warnings: ended + status.warnings.map(\.description), isTrial: true)
    } catch {
      // The configured licence reports its own problems.
      guard !hasSettings(settings) else { return nil }
      return LicenseToUse(
        entitlements: NoLicense(
          reason: "the trial licence does not count: \(error.reason)", remedy: error.remedy),
        warnings: [error.description], isTrial: false)
    }
  }

  /// Whether there are settings, usable or not.
  private static func hasSettings(_ settings: String?) -> Bool {
    do {
      return try LicenseSettingsFile.find(named: settings) != nil
    } catch {
      return true
    }
  }
}
