// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
internal import ImprintModel
public import Logging

/// What this machine's licence settings come to: entitlements in every case, and what to tell people about them.
public struct InstalledLicense: Sendable {
  /// Those of the licence; where there are no settings, or none that can be used, they refuse and say why.
  public let entitlements: any EntitlementProvider
  /// What went wrong or soon will, in sentences.
  public let warnings: [String]

  /// Finds the settings and takes up their licence.
  /// - Parameters:
  ///   - path: the settings; `nil` for the usual places (``LicenseSettingsFile/find(named:)``).
  ///   - renewing: whether it is fetched or renewed where that is due; else the network is not used.
  public static func find(
    named path: String? = nil, renewing: Bool, logger: Logger = Logger(label: "imprint")
  ) async -> InstalledLicense {
    do {
      guard let file = try LicenseSettingsFile.find(named: path) else {
        return InstalledLicense(entitlements: NoLicense(), warnings: [])
      }
      return await held(try file.manager(logger: logger), renewing: renewing)
    } catch {
      return unusable(error)
    }
  }

  private static func held(_ manager: LicenseManager, renewing: Bool) async -> InstalledLicense {
    guard renewing else {
      let status = await manager.status()
      return InstalledLicense(
        entitlements: manager.entitlements, warnings: status.warnings.map(\.description))
    }
    do throws(LicenseActivationError) {
      let status = try await manager.activate()
      return InstalledLicense(
        entitlements: manager.entitlements, warnings: status.warnings.map(\.description))
    } catch {
      return InstalledLicense(entitlements: manager.entitlements, warnings: [error.description])
    }
  }

  private static func unusable(_ error: any Error) -> InstalledLicense {
    guard let error = error as? any ExplainedError else {
      return InstalledLicense(
        entitlements: NoLicense(reason: "the licence settings cannot be used.", remedy: "Correct them."),
        warnings: ["\(error)"])
    }
    return InstalledLicense(
      entitlements: NoLicense(
        reason: "the licence settings cannot be used: \(error.place): \(error.reason)", remedy: error.remedy),
      warnings: [error.description])
  }
}
