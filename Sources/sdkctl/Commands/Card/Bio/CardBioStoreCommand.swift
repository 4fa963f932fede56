// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintFingerCard

struct CardBioStoreCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Stores a finger of a file on a card.",
    discussion: """
      The file has a template as 'finger capture --template-type' writes it, a record, or minutiae of a card in \
      the frame of imprint.finger-card. What the card has there is replaced. Stored by PUT DATA, once.
      """)

  @Argument(help: "The file with the finger.")
  var file: String

  @OptionGroup var card: FingerCardChoice
  @OptionGroup var finger: FingerReferenceOption
  @OptionGroup var pin: CardPINOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let given = try FingerFile(file)
    return try await card.withCard(global, telling: console, authorization: pin.authorization()) { card in
      let edge = try card.edge(reference: finger.reference, of: given.type)
      try await edge.store(given.payload)
      return Report(
        text: "\(console.styled("stored", .green)) \(edge.information.site.name) on the card, reference "
          + "\(edge.reference)",
        json: ["reference": Int(edge.reference), "site": edge.information.site.name])
    }
  }
}
