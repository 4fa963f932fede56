// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
public import Logging

/// The result of this machine's licence settings: entitlements in every case, and warnings for people.
public struct InstalledLicense: Sendable {
  /// The licence's entitlements; without usable settings they refuse and say why.
  public let entitlements: any EntitlementProvider
  /// Problems, present or imminent, in sentences.
  public let warnings: [String]

  /// Finds the settings and loads their licence.
  /// - Parameters:
  ///   - path: the settings; `nil` for the usual places (``LicenseSettingsFile/find(named:)``).
  ///   - renewing: whether it is fetched or renewed when due; else the network is not used.
  public static func find(
    named path: String? = nil, renewing: Bool, logger: Logger = Logger(label: "imprint")
  ) async -> InstalledLicense {
    do {
      guard let file = try LicenseSettingsFile.find(named: path) else {
        return InstalledLicense(entitlements: NoLicense(), warnings: [])
      }
      let (manager, problem) = try file.managerOfHeldLicense(logger: logger)
      let told = problem.map { [($0 as? any ExplainedError)?.description ?? "\($0)"] } ?? []
      return await held(manager, renewing: renewing, told: told)
    } catch {
      return unusable(error)
    }
  }

  private static func held(
    _ manager: LicenseManager, renewing: Bool, told: [String]
  ) async -> InstalledLicense {
    func installed(_ more: [String]) -> InstalledLicense {
      InstalledLicense(entitlements: manager.entitlements, warnings: told + more)
    }
    guard renewing else { return installed(await manager.status().warnings.map(\.description)) }
    do throws(LicenseActivationError) {
      return installed(try await manager.activate().warnings.map(\.description))
    } catch {
      return installed([error.description])
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
