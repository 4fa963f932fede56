// SPDX-License-Identifier: Apache-2.0

struct FingerVerifyCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Compares a finger with one user's enrolled fingers (1:1).",
    discussion: """
      By default with all of them; with --site with one or several. Exit code 1 if the person is not verified. \
      A matcher without calibration decides by --similarity alone, and how often that errs is not known.
      """)
  static let isInterruptible = true

  @Option(help: ArgumentHelp("Name or id of the user the person claims to be.", valueName: "name"))
  var user: String

  @Option(
    name: .customLong("site"), help: "Only this enrolled finger; may be repeated.")
  var sites: [FingerSite] = []

  @Option(
    help: ArgumentHelp("Presses that may fail before the person is not verified, 1 to 10.", valueName: "n"))
  var attempts = 3

  @OptionGroup var type: FingerTypeOption
  @OptionGroup var decision: FingerDecisionOptions
  @OptionGroup var reader: FingerReaderChoice
  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard (1...10).contains(attempts) else { throw ValidationError("--attempts is 1 to 10.") }
    guard sites.allSatisfy({ $0.site == .unknown || $0.site.isFinger }) else {
      throw ValidationError("--site is one of the ten fingers, or unknown.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let store = try await store.open(creating: false)
    let claimed = try await store.user(matching: user)
    let references = try await store.templates(of: claimed.id)
    for problem in references.problems { console.tell("warning: \(problem)") }
    let system = try await global.openForFingers(telling: console)
    let verifier = try await system.fingers.verifier(
      of: type.templateType, decision: decision.decision(.standard))
    let operation = try await system.fingers.flows.verify(
      FingerVerificationSettings(
        demand: reader.demand, fingers: sites.isEmpty ? .all : .some(Set(sites.map(\.site))),
        attempts: attempts,
        templateType: type.templateType),
      references: references.items.map(\.template).filter { $0.modality == .finger }, verifier: verifier)
    let verification = try await operation.value(telling: console)
    let verdict =
      verification.isVerified ? console.styled("verified", .green) : console.styled("not verified", .red)
    return Report(
      text: "\(verdict): \(verification.site.name), \(verification.match.text), "
        + (verification.presses == 1 ? "1 press" : "\(verification.presses) presses"),
      json: ([
        "verified": verification.isVerified, "user": "\(claimed.id)", "site": verification.site.name,
        "liveness": verification.liveness.rawValue, "presses": verification.presses,
      ] as JSONValue)
      .adding(verification.match.json), isSuccess: verification.isVerified)
  }
}
