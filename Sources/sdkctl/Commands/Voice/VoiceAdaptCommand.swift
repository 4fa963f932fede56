// SPDX-License-Identifier: Apache-2.0

struct VoiceAdaptCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "adapt", abstract: "Adapts a claimant's template to a dialogue that was not validated.",
    discussion: """
      For when something else has shown who it is, within ten minutes: the last dialogue of the claimant, once. What \
      was checked is kept in the audit record.
      """)

  @Option(help: ArgumentHelp("Whose template.", valueName: "id"))
  var claimant: VoiceClaimantID

  @Option(help: ArgumentHelp("The dialogue, as verify has printed it.", valueName: "id"))
  var dialogue: VoiceDialogueID

  @Option(help: ArgumentHelp("What was checked, such as pin; never what was entered.", valueName: "name"))
  var factor: String

  @OptionGroup var choice: VoiceChoice
  @OptionGroup var place: VoicePlace
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let voices = try await place.open([choice.configuration], global, telling: console)
    try await voices.adapt(claimant, with: dialogue, factor: VoiceFactor(factor))
    return Report(text: "adapted", json: ["adapted": true, "claimant": "\(claimant)", "factor": factor])
  }
}
