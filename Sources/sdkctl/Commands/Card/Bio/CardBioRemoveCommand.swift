// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintFingerCard

struct CardBioRemoveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes a finger from a card.",
    discussion: "By PUT DATA without minutiae, once; a card that is written by other commands refuses it.")

  @OptionGroup var card: FingerCardChoice
  @OptionGroup var finger: FingerReferenceOption
  @OptionGroup var pin: CardPINOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    try await card.withCard(global, telling: console, authorization: pin.authorization()) { card in
      let edge = try card.edge(reference: finger.reference)
      try await edge.remove()
      return Report(
        text: "\(console.styled("removed", .green)) \(edge.information.site.name) from the card, reference "
          + "\(edge.reference)",
        json: ["reference": Int(edge.reference), "site": edge.information.site.name])
    }
  }
}
