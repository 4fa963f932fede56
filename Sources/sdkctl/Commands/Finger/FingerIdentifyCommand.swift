// SPDX-License-Identifier: Apache-2.0

struct FingerIdentifyCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify", abstract: "Searches the store for a finger (1:N).",
    discussion: """
      Exit code 1 if no match is found. By default 1 in 1000 searches for a person who is not enrolled finds \
      somebody. A matcher without calibration decides by --similarity alone, and how often that errs is not \
      known.
      """)
  static let isInterruptible = true

  @Option(help: ArgumentHelp("Maximum number of candidates to show.", valueName: "n"))
  var candidates = 10

  @OptionGroup var type: FingerTypeOption
  @OptionGroup var decision: FingerDecisionOptions
  @OptionGroup var reader: FingerReaderChoice
  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard candidates >= 1 else { throw ValidationError("--candidates is at least 1.") }
  }

  func report(to console: Console) async throws -> Report {
    let store = try await store.open(creating: false)
    let enrolled = try await store.gallery(algorithm: type.templateType.rawValue)
    for problem in enrolled.problems { console.tell("warning: \(problem)") }
    let system = try await global.openForFingers(telling: console)
    let operation = try await system.fingers.flows.identify(
      FingerIdentificationSettings(
        demand: reader.demand, templateType: type.templateType,
        decision: decision.decision(.standardSearch), maximumCandidates: candidates),
      among: enrolled.items)
    let found = try await operation.value(telling: console)
    let names = Dictionary(
      enrolled.items.map { ($0.user.id, $0.user.name) }, uniquingKeysWith: { first, _ in first })
    var table = Table(["USER", "NAME", "SCORE", "SIMILARITY", "MATCH"])
    for candidate in found.candidates {
      table.add([
        "\(candidate.user)", names[candidate.user] ?? "-", candidate.score.map { "\($0)" } ?? "-",
        "\(candidate.similarity)", candidate.isMatch ? "yes" : "no",
      ])
    }
    let verdict = found.matches.isEmpty ? console.styled("no match", .red) : console.styled("found", .green)
    return Report(
      text: "\(verdict): \(found.searched) templates searched"
        + (found.candidates.isEmpty ? "" : "\n" + table.text),
      json: [
        "searched": found.searched,
        "candidates": found.candidates.json {
          [
            "user": "\($0.user)", "name": names[$0.user], "score": $0.score?.value,
            "similarity": Double($0.similarity), "match": $0.isMatch,
          ]
        },
      ], isSuccess: !found.matches.isEmpty)
  }
}
