// SPDX-License-Identifier: Apache-2.0

struct RevokeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Revokes an activation: its device learns it at the next renewal, and its licence ends.")

  @Argument(help: "The activation's id, as `activation list` shows it.")
  var id: String

  @Option(help: ArgumentHelp("The reason sent to the device.", valueName: "text"))
  var reason = "revoked by the operator"

  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    try await global.database().revoke(activation: id, reason: reason)
    return Report(
      text: "\(console.styled("revoked", .green)) \(id)",
      json: ["revoked": id, "reason": reason])
  }
}
