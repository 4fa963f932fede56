// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintFingerCard

struct CardBioVerifyCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Has a card compare a finger with the one it holds.",
    discussion: """
      The finger is pressed, or of a file (--file). Each one that does not match is an attempt of the card's, \
      which blocks the finger after the last. It is sent once: where the card is torn out, the error says that \
      the answer was lost, and nothing is sent again. Exit code 1 if the person is not verified. The card is \
      reset at the end.
      """)
  static let isInterruptible = true

  @Option(
    help: ArgumentHelp("Presses that may fail before the person is not verified, 1 to 10.", valueName: "n"))
  var attempts = 1

  @Option(
    help: ArgumentHelp(
      "A file with the finger, as of 'card bio store', in place of one that is pressed.", valueName: "file"))
  var file: String?

  @OptionGroup var card: FingerCardChoice
  @OptionGroup var finger: FingerReferenceOption
  @OptionGroup var pressed: PressedFingerOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard (1...10).contains(attempts) else { throw ValidationError("--attempts is 1 to 10.") }
    guard file == nil || pressed.fingerReader == nil && attempts == 1 else {
      throw ValidationError("With --file no finger is pressed: leave out --finger-reader and --attempts.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let given = try file.map { try FingerFile($0) }
    let system = given == nil ? try await global.openForFingers(telling: console) : nil
    return try await card.withCard(global, telling: console) { card in
      let edge = try card.edge(reference: finger.reference, of: given?.type ?? pressed.templateType)
      if let given { return Self.report(try await edge.verify(given.payload), by: edge, console) }
      guard let system else { preconditionFailure("Without a file there is a system.") }
      let verification = try await system.fingers.flows.verify(
        FingerVerificationSettings(
          demand: pressed.demand,
          fingers: edge.information.site == .unknown ? .all : .some([edge.information.site]),
          attempts: attempts, templateType: pressed.templateType),
        references: [], verifier: CardFingerVerifier(edge)
      ).value(telling: console)
      return Self.report(
        isVerified: verification.isVerified, left: verification.match.attemptsLeft,
        presses: verification.presses, by: edge, console)
    }
  }

  private static func report(
    _ answer: FingerCardAnswer, by edge: ISOFingerCardEdge, _ console: Console
  ) -> Report {
    switch answer {
    case .matches: report(isVerified: true, left: nil, presses: nil, by: edge, console)
    case .refused(let left): report(isVerified: false, left: left, presses: nil, by: edge, console)
    case .blocked: report(isVerified: false, left: 0, presses: nil, by: edge, console)
    }
  }

  private static func report(
    isVerified: Bool, left: Int?, presses: Int?, by edge: ISOFingerCardEdge, _ console: Console
  ) -> Report {
    let verdict = isVerified ? console.styled("verified", .green) : console.styled("not verified", .red)
    let attempts =
      switch left {
      case _ where isVerified: "by the card"
      case nil: "the card does not say how many attempts are left"
      case 0: "blocked: no attempt is left"
      case 1: "1 attempt is left"
      case let left?: "\(left) attempts are left"
      }
    return Report(
      text: "\(verdict): \(edge.information.site.name), \(attempts)",
      json: [
        "verified": isVerified, "reference": Int(edge.reference), "site": edge.information.site.name,
        "attemptsLeft": left, "blocked": left == 0, "presses": presses,
      ], isSuccess: isVerified)
  }
}
