// SPDX-License-Identifier: Apache-2.0
import ImprintLicense

/// A profile for people and as JSON.
struct ProfileFacts {
  let profile: LicenseProfile
  /// The number of active devices; `nil` if not queried.
  var active: Int?

  var text: String {
    let degraded =
      profile.policy.degraded.isEmpty
      ? "" : " (\(profile.policy.degraded.map(\.rawValue).joined(separator: " ")) stay)"
    var lines = [
      ("profile", profile.id), ("product", profile.product), ("features", features),
      ("devices", devices),
      ("licence", "\(TimeSpan(seconds: profile.lifetime).text), renewed after \(profile.renewPercent) %"),
      ("grace", TimeSpan(seconds: profile.policy.grace).text),
      ("then", profile.policy.failure.rawValue + degraded),
      ("expires", profile.expires.map(Clock.text) ?? "never"),
    ]
    for (limit, number) in limits { lines.append((limit, "at most \(number)")) }
    return facts(lines)
  }

  /// `3 of 10`, or `3`.
  var devices: String {
    let limit = profile.activationLimit.map(String.init) ?? "any"
    return active.map { "\($0) of \(limit)" } ?? "at most \(limit)"
  }

  var features: String { profile.features.map(\.rawValue).joined(separator: " ") }

  var json: JSONValue {
    [
      "id": profile.id, "product": profile.product, "features": profile.features.map(\.rawValue),
      "limits": JSONValue.object(limits.map { ($0.0, .integer($0.1)) }),
      "activationLimit": profile.activationLimit, "active": active, "lifetimeSeconds": Int(profile.lifetime),
      "renewPercent": profile.renewPercent, "graceSeconds": Int(profile.policy.grace),
      "failure": profile.policy.failure.rawValue, "degraded": profile.policy.degraded.map(\.rawValue),
      "expires": profile.expires.map { Clock.text($0) }, "created": Clock.text(profile.created),
    ]
  }

  private var limits: [(String, Int)] {
    profile.limits.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
  }
}
