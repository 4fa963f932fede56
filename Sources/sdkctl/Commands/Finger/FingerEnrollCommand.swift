// SPDX-License-Identifier: Apache-2.0

struct FingerEnrollCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "enroll", abstract: "Enrols a finger by several presses, or enrols it again.",
    discussion: """
      The first finger of a user may be enrolled by anyone. Afterwards a finger that is enrolled is pressed \
      first, which --without-verification leaves out, for administrators. A finger that is enrolled already \
      is replaced, in that type of template.
      """)
  static let isInterruptible = true

  @Option(help: ArgumentHelp("Name of the user, or id of an existing one.", valueName: "name"))
  var user: String

  @Option(help: "Which finger: one of the ten, or unknown.")
  var site: FingerSite

  @Option(help: ArgumentHelp("Presses, 3 to 5.", valueName: "n"))
  var presses = 3

  @Option(help: ArgumentHelp("How many of them are kept, the best.", valueName: "n"))
  var kept = 3

  @Flag(help: "Ask for no enrolled finger before: for administrators.")
  var withoutVerification = false

  @Flag(help: "Enrol even a finger that seems to be of a different person than this user's templates.")
  var anyway = false

  @Option(
    help: ArgumentHelp(
      "The type of the templates that the enrolled finger is verified by; default: that of --template-type.",
      valueName: "type"))
  var verifyType: FingerTemplateType?

  @OptionGroup var type: FingerTypeOption
  @OptionGroup var decision: FingerDecisionOptions
  @OptionGroup var reader: FingerReaderChoice
  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard (3...5).contains(presses) else { throw ValidationError("--presses is 3 to 5.") }
    guard (1...presses).contains(kept) else {
      throw ValidationError("--kept is 1 to as many as there are --presses.")
    }
    guard site.site == .unknown || site.site.isFinger else {
      throw ValidationError("--site is one of the ten fingers, or unknown.")
    }
  }

  /// Raw similarities of two matchers have no common unit.
  private func checkUnits(_ one: TemplateMatcher, _ other: TemplateMatcher) throws {
    guard decision.similarity == nil || one.pluginID == other.pluginID else {
      throw FingerCaptureError(
        .badOptions, place: "--similarity",
        reason: "\(one.pluginID) verifies, and \(other.pluginID) enrols: each has similarities of its own.",
        remedy: "Give --threshold or --fmr, or enrol in the type that is verified by.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let system = try await global.openForFingers(telling: console)
    let store = try await store.open(creating: true)
    let management = system.fingers.management(
      of: user, in: store, requiresVerification: !withoutVerification, anyway: anyway)
    let verifier = try await system.fingers.verifier(
      of: type.templateType, decision: decision.decision(.standard))
    let work = FingerManagementWork(console: console)
    if try await management.needsVerification() {
      // Of a second type nothing is there yet to verify by.
      let enrolledType = verifyType ?? type.templateType
      let gate = try await system.fingers.verifier(
        of: enrolledType, decision: decision.decision(.standard))
      try checkUnits(gate.matcher, verifier.matcher)
      if try await !management.fingers().isEmpty {
        console.tell("verification: press a finger that is enrolled")
      }
      try await work.verify(
        management, FingerVerificationSettings(demand: reader.demand, templateType: enrolledType), gate)
      console.tell("verified: now the finger that is to be enrolled")
    }
    let settings = FingerEnrollmentSettings(
      site: site.site, demand: reader.demand, presses: presses, kept: kept, templateType: type.templateType)
    // Without a decision that can be made, nobody says whether all presses are of one finger.
    let judge = decision.similarity != nil || verifier.matcher.isCalibrated ? verifier : nil
    let stored = try await work.run {
      try await management.enroll(settings, verifier: judge) { work.tell($0) }
    }
    if judge == nil {
      console.tell(
        "warning: nobody says whether all presses are of one finger: the matcher has no calibration")
    }
    return Report(
      text: "\(console.styled("enrolled", .green)) \(site.site.name) of \(user): "
        + "\(stored.count == 1 ? "1 template" : "\(stored.count) templates") of \(type.templateType), quality "
        + stored.map { $0.template.quality.map { "\($0)" } ?? "not measured" }.joined(separator: ", "),
      json: [
        "user": stored.first.map { "\($0.user)" }, "site": site.site.name, "templates": stored.json(\.json),
        "oneFinger": judge != nil,
      ])
  }
}

/// What the management of fingers says, and why it fails.
struct FingerManagementWork {
  let console: Console

  @Sendable func tell(_ event: FingerEvent) { if let line = event.line { console.tell(line) } }

  /// - Throws: as ``run(_:)``; `not-verified` where the person is not.
  func verify(
    _ management: FingerManagement, _ settings: FingerVerificationSettings, _ verifier: any FingerVerifier
  ) async throws {
    let verification = try await run {
      try await management.verify(settings, verifier: verifier) { tell($0) }
    }
    guard verification.isVerified else {
      throw FingerCaptureError(
        .notVerified, place: "user", reason: "the finger is none that is enrolled.",
        remedy: "Press an enrolled finger first; an administrator may go on with --without-verification.")
    }
  }

  func run<Value>(_ work: () async throws -> Value) async throws -> Value {
    do { return try await work() } catch let error as FingerCaptureError where error.code == .cancelled {
      throw CancellationError()
    }
  }
}
