// SPDX-License-Identifier: Apache-2.0

struct FingerRemoveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes an enrolled finger of a user.",
    discussion: """
      A finger that is enrolled is pressed first, which --without-verification leaves out, for administrators. \
      The last finger goes with --last, or with the user (sdkctl user remove).
      """)
  static let isInterruptible = true

  @Option(help: ArgumentHelp("Name or id of the user.", valueName: "name"))
  var user: String

  @Option(help: "Which finger.")
  var site: FingerSite

  @Flag(help: "Even if it is the last one: nobody can verify the user by a finger any more.")
  var last = false

  @Flag(help: "Ask for no enrolled finger before: for administrators.")
  var withoutVerification = false

  @OptionGroup var type: FingerTypeOption
  @OptionGroup var decision: FingerDecisionOptions
  @OptionGroup var reader: FingerReaderChoice
  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let store = try await store.open(creating: false)
    let user = try await store.user(matching: user)
    let system = try await global.openForFingers(telling: console)
    let management = system.fingers.management(
      of: "\(user.id)", in: store, requiresVerification: !withoutVerification)
    let work = FingerManagementWork(console: console)
    try await work.run { try await management.checkRemoval(of: site.site, evenLast: last) }
    if !withoutVerification {
      let verifier = try await system.fingers.verifier(
        of: type.templateType, decision: decision.decision(.standard))
      try await work.verify(
        management, FingerVerificationSettings(demand: reader.demand, templateType: type.templateType),
        verifier)
    }
    let removed = try await work.run { try await management.remove(site.site, evenLast: last) }
    return Report(
      text: "\(console.styled("removed", .green)) \(site.site.name) of \(user.name): "
        + (removed.count == 1 ? "1 template" : "\(removed.count) templates"),
      json: ["user": "\(user.id)", "site": site.site.name, "templates": removed.json { .string("\($0.id)") }])
  }
}
