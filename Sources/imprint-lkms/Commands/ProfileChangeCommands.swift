// SPDX-License-Identifier: Apache-2.0

struct ProfileUpdateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Changes a profile; devices get it with their next licence.")

  @Argument(help: "Its name.")
  var name: String

  @OptionGroup var features: FeatureOptions
  @OptionGroup var options: ProfileOptions
  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    let database = try global.database()
    var profile = try await database.profile(name)
    profile.features = try features.applied(to: profile.features)
    options.apply(to: &profile, now: Clock.now)
    try await database.updateProfile(profile)
    let changed = ProfileFacts(profile: profile)
    return Report(text: console.styled("changed", .green) + "\n\(changed.text)", json: changed.json)
  }
}

struct ProfileExpireCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "expire", abstract: "Expires a profile: it issues nothing more; update can undo this."
  )

  @Argument(help: "Its name.")
  var name: String

  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    let database = try global.database()
    try await database.expireProfile(name)
    return Report(
      text: "\(console.styled("expired", .green)) \(name)",
      json: ProfileFacts(profile: try await database.profile(name)).json)
  }
}

struct ProfileRemoveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Deletes a profile without activations, with its keys.")

  @Argument(help: "Its name.")
  var name: String

  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    try await global.database().deleteProfile(name)
    return Report(
      text: "\(console.styled("removed", .green)) \(name)", json: ["removed": name])
  }
}
