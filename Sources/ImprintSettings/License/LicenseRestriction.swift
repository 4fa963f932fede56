// SPDX-License-Identifier: Apache-2.0

/// What `license.yaml` forbids. Read by ``SettingsReader``.
public struct LicenseRestriction: Sendable, Hashable {
  /// Whether no trial licence may be made or used.
  public let forbidsTrial: Bool
  /// Whether the file has no other setting, so that it configures no licence.
  public let isAlone: Bool

  init(_ root: YamlNode) {
    forbidsTrial = root["trial"]?.text == "forbidden"
    guard forbidsTrial, case .map(let entries) = root.content else {
      isAlone = false
      return
    }
    isAlone = entries.map(\.key).filter { $0 != "schema" && !$0.hasPrefix("x-") } == ["trial"]
  }
}
