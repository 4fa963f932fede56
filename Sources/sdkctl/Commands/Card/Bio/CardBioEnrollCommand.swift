// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintFingerCard

struct CardBioEnrollCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "enroll", abstract: "Enrols a finger on a card: the best of several presses.",
    discussion: """
      It takes the place of the finger that the card has there. Stored by PUT DATA, once; a card that is written \
      by other commands refuses it. Who may do it, the card decides: most want a PIN first (--pin-reference).
      """)
  static let isInterruptible = true

  @Option(help: ArgumentHelp("Presses, 3 to 5.", valueName: "n"))
  var presses = 3

  @Option(
    help: ArgumentHelp(
      "All presses have to be alike by more than this raw similarity of the set's matcher; without it nobody "
        + "says that they are of one finger.", valueName: "similarity"))
  var similarity: Double?

  @OptionGroup var card: FingerCardChoice
  @OptionGroup var finger: FingerReferenceOption
  @OptionGroup var pin: CardPINOption
  @OptionGroup var pressed: PressedFingerOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard (3...5).contains(presses) else { throw ValidationError("--presses is 3 to 5.") }
    if let similarity, !similarity.isFinite { throw ValidationError("--similarity is a number.") }
  }

  func report(to console: Console) async throws -> Report {
    let authorization = try pin.authorization()
    let system = try await global.openForFingers(telling: console)
    return try await card.withCard(global, telling: console, authorization: authorization) { card in
      let edge = try card.edge(reference: finger.reference, of: pressed.templateType)
      var judge: (any FingerVerifier)?
      if let similarity {
        judge = try await system.fingers.verifier(
          of: pressed.templateType, decision: .similarity(above: Float(similarity)))
      } else {
        console.tell("warning: nobody says whether all presses are of one finger: give --similarity")
      }
      let enrollment = try await system.fingers.flows.enroll(
        FingerEnrollmentSettings(
          site: edge.information.site, demand: pressed.demand, presses: presses, kept: 1,
          templateType: pressed.templateType), verifier: judge
      ).value(telling: console)
      guard let best = enrollment.presses.first, let template = best.template else {
        preconditionFailure("An enrolment has a press, and each press a template.")
      }
      try Task.checkCancellation()
      try await edge.store(template.payload)
      return Report(
        text: "\(console.styled("enrolled", .green)) \(edge.information.site.name) on the card, reference "
          + "\(edge.reference), quality \(best.picture.quality.map { "\($0)" } ?? "not measured")",
        json: [
          "reference": Int(edge.reference), "site": edge.information.site.name,
          "quality": best.picture.quality, "oneFinger": enrollment.isOneFinger,
        ])
    }
  }
}
