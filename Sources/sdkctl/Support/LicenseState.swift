// SPDX-License-Identifier: Apache-2.0
import Imprint

/// Whether a plugin's licence features are granted; asked without opening it.
enum LicenseState {
  case notNeeded
  case granted([String])
  case refused(feature: String, reason: String, remedy: String)

  init(of manifest: PluginManifest, _ entitlements: some EntitlementProvider) {
    let features = manifest.features.map { LicenseFeature(rawValue: $0) }
    if features.isEmpty {
      self = .notNeeded
    } else if let refusal = entitlements.firstRefusal(among: features) {
      self = .refused(feature: refusal.feature.rawValue, reason: refusal.reason, remedy: refusal.remedy)
    } else {
      self = .granted(manifest.features)
    }
  }

  var word: String {
    switch self {
    case .notNeeded: "not-needed"
    case .granted: "granted"
    case .refused: "refused"
    }
  }

  var text: String {
    switch self {
    case .notNeeded: "not needed"
    case .granted(let features): "granted (\(features.joined(separator: ", ")))"
    case .refused(let feature, let reason, _): "refused (\(feature): \(reason))"
    }
  }

  var json: JSONValue {
    var members: [(String, JSONValue)] = [("state", .string(word))]
    if case .refused(let feature, let reason, let remedy) = self {
      members += [("feature", .string(feature)), ("reason", .string(reason)), ("remedy", .string(remedy))]
    }
    return .object(members)
  }
}
