// SPDX-License-Identifier: Apache-2.0

struct ProfileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "What devices are licensed for.",
    subcommands: [
      ProfileCreateCommand.self, ProfileListCommand.self, ProfileShowCommand.self, ProfileUpdateCommand.self,
      ProfileExpireCommand.self, ProfileRemoveCommand.self,
    ])
}

struct ProfileCreateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(commandName: "create", abstract: "Makes a profile.")

  @Argument(help: "Its name, which devices give.")
  var name: String

  @OptionGroup var features: FeatureOptions
  @OptionGroup var options: ProfileOptions
  @OptionGroup(title: "Global options") var global: HomeOptions

  func validate() throws {
    guard features.isGiven else {
      throw ValidationError("Give --bundle or --feature: it licenses nothing else.")
    }
    _ = try features.applied(to: [])
  }

  func report(to console: Console) async throws -> Report {
    var profile = LicenseProfile(id: name, product: name, features: try features.applied(to: []))
    options.apply(to: &profile, now: Clock.now)
    let database = try global.database()
    try await database.createProfile(profile)
    let made = ProfileFacts(profile: try await database.profile(name))
    return Report(text: console.styled("made", .green) + "\n\(made.text)", json: made.json)
  }
}

struct ProfileListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the profiles.")

  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    let profiles = try await global.database().profiles().map {
      ProfileFacts(profile: $0.profile, active: $0.active)
    }
    var table = Table(["PROFILE", "PRODUCT", "DEVICES", "EXPIRES", "FEATURES"])
    for facts in profiles {
      table.add([
        facts.profile.id, facts.profile.product, facts.devices,
        facts.profile.expires.map(Clock.day) ?? "never",
        facts.features,
      ])
    }
    return Report(
      text: profiles.isEmpty ? "no profiles" : table.text,
      json: ["profiles": profiles.map(\.json)])
  }
}

struct ProfileShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows one profile.")

  @Argument(help: "Its name.")
  var name: String

  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    let facts = ProfileFacts(profile: try await global.database().profile(name))
    return Report(text: facts.text, json: facts.json)
  }
}
