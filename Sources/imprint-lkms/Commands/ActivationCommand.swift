// SPDX-License-Identifier: Apache-2.0

struct ActivationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "activation", abstract: "Activated devices.",
    subcommands: [
      ActivationListCommand.self, ActivationReleaseCommand.self, ActivationReinstateCommand.self,
    ])
}

struct ActivationListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists activations.")

  @Option(help: ArgumentHelp("Only those of a profile.", valueName: "name"))
  var profile: String?

  @Option(help: "Only those in a state.")
  var state: Activation.State?

  @Option(help: ArgumentHelp("Those after this one: the last id of the previous page.", valueName: "id"))
  var after: String?

  @Option(help: ArgumentHelp("At most so many, 1 to 10000.", valueName: "number"))
  var limit = 100

  @OptionGroup(title: "Global options") var global: HomeOptions

  func validate() throws {
    guard (1...10_000).contains(limit) else { throw ValidationError("--limit is 1 to 10000.") }
  }

  func report(to console: Console) async throws -> Report {
    let found = try await global.database().activations(
      ActivationFilter(profile: profile, state: state, after: after, limit: limit))
    var table = Table(["ACTIVATION", "PROFILE", "STATE", "ISSUED", "EXPIRES", "LICENCES", "CHANGES", "USERS"])
    for activation in found {
      table.add([
        activation.id, activation.profile, activation.state.rawValue, Clock.day(activation.issued),
        Clock.day(activation.expires), "\(activation.licenses)", "\(activation.changes)",
        activation.registeredUsers.map(String.init) ?? "-",
      ])
    }
    var text = found.isEmpty ? "no activations" : table.text
    if found.count == limit, let last = found.last { text += "\nthere may be more: --after \(last.id)" }
    return Report(text: text, json: ["activations": found.map(Self.json(of:))])
  }

  private static func json(of activation: Activation) -> JSONValue {
    [
      "id": activation.id, "profile": activation.profile, "state": activation.state.rawValue,
      "created": Clock.text(activation.created), "issued": Clock.text(activation.issued),
      "expires": Clock.text(activation.expires), "licenses": activation.licenses,
      "changes": activation.changes, "registeredUsers": activation.registeredUsers,
      "offline": activation.offline, "ended": activation.ended.map { Clock.text($0) },
      "reason": activation.reason,
    ]
  }
}

struct ActivationReleaseCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "release", abstract: "Releases the activation of a lost device.")

  @Argument(help: "The activation's id.")
  var id: String

  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    try await global.database().release(activation: id)
    return Report(
      text: "\(console.styled("released", .green)) \(id)", json: ["released": id])
  }
}

struct ActivationReinstateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "reinstate", abstract: "Lifts a revocation; the device may be activated again.")

  @Argument(help: "The activation's id.")
  var id: String

  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    try await global.database().reinstate(activation: id)
    return Report(
      text: "\(console.styled("reinstated", .green)) \(id)", json: ["reinstated": id])
  }
}
