// SPDX-License-Identifier: Apache-2.0
import ImprintLicense

/// The properties of a profile besides its features. Omitted ones are unchanged, or the default of a new
/// profile.
struct ProfileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The product that licences are for; left out: the profile's name.", valueName: "name"))
  var product: String?

  @Option(help: ArgumentHelp("The maximum number of active devices, or 'any'.", valueName: "number"))
  var devices: DeviceCount?

  @Option(help: ArgumentHelp("The validity of a licence; 30d in a new profile.", valueName: "time"))
  var lifetime: TimeSpan?

  @Option(
    help: ArgumentHelp("The percentage after which it is renewed; 50 in a new profile.", valueName: "percent")
  )
  var renewAt: Int?

  @Option(
    help: ArgumentHelp("The grace period after its expiry; 7d in a new profile.", valueName: "time"))
  var grace: TimeSpan?

  @Option(help: "What happens after the grace period; stop in a new profile.")
  var failure: FailurePolicy?

  @Option(
    name: .customLong("degraded"),
    help: ArgumentHelp("A feature that remains with --failure degrade; may be repeated.", valueName: "name"))
  var degraded: [String] = []

  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp("A limit, such as registeredUsers=500; may be repeated.", valueName: "name=number"))
  var limits: [LimitArgument] = []

  @Option(
    help: ArgumentHelp("When the profile expires, from now, or 'never'.", valueName: "time"))
  var expiresIn: Expiry?

  func apply(to profile: inout LicenseProfile, now: Int64) {
    if let product { profile.product = product }
    if let devices { profile.activationLimit = devices.number }
    if let lifetime { profile.lifetime = lifetime.seconds }
    if let renewAt { profile.renewPercent = renewAt }
    if let grace { profile.policy.grace = grace.seconds }
    if let failure { profile.policy.failure = failure }
    if !degraded.isEmpty { profile.policy.degraded = degraded.map { LicenseFeature(rawValue: $0) } }
    for limit in limits { profile.limits[limit.limit] = limit.number }
    if let expiresIn { profile.expires = expiresIn.span.map { now + $0.seconds } }
  }
}

/// A number of devices, or any.
struct DeviceCount: ExpressibleByArgument {
  let number: Int?

  init?(argument: String) {
    if argument == "any" {
      number = nil
    } else {
      guard let number = Int(argument), number >= 0 else { return nil }
      self.number = number
    }
  }
}

/// A time from now on, or never.
struct Expiry: ExpressibleByArgument {
  let span: TimeSpan?

  init?(argument: String) {
    if argument == "never" {
      span = nil
    } else {
      guard let span = TimeSpan(argument: argument) else { return nil }
      self.span = span
    }
  }
}

/// `name=number`.
struct LimitArgument: ExpressibleByArgument {
  let limit: LicenseLimit
  let number: Int

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let number = Int(parts[1]), number >= 0 else { return nil }
    limit = LicenseLimit(rawValue: String(parts[0]))
    self.number = number
  }
}
