// SPDX-License-Identifier: Apache-2.0

struct VoiceDeleteCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Removes a claimant with all that is kept of them.")

  @Option(help: ArgumentHelp("Who is removed.", valueName: "id"))
  var claimant: VoiceClaimantID

  @OptionGroup var place: VoicePlace
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let voices = try await place.open([], global, telling: console)
    try await voices.deleteClaimant(claimant)
    return Report(text: "removed \(claimant)", json: ["removed": "\(claimant)"])
  }
}
