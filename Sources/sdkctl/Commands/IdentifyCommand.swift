// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Imprint
import ImprintCommandLine

struct IdentifyCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify", abstract: "Searches the store for a face.",
    discussion: """
      The threshold rises with the templates searched: by default one search in 1000 for somebody who is not \
      enrolled finds anybody. --fmr and --threshold are taken as they are, whatever that makes of a search; the \
      rate that comes of it is always told. Exit code 1 where nobody is found.
      """)
  static let isInterruptible = true

  @Argument(
    help: "A picture of the person, JPEG or PNG; of several the best counts; without any a camera is used.")
  var images: [String] = []

  @Option(
    help: ArgumentHelp(
      "The rate of searches for somebody not enrolled that find anybody; default 1e-3.", valueName: "rate"))
  var fpir: Double?

  @Option(help: ArgumentHelp("How many candidates to show.", valueName: "n"))
  var candidates = 10

  @OptionGroup var source: FaceSource
  @OptionGroup var policy: PolicyOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    try source.check(images: images)
    if let fpir {
      guard fpir > 0 && fpir < 1 else { throw ValidationError("--fpir is between 0 and 1, such as 1e-3.") }
      guard policy.fmr == nil, policy.threshold == nil else {
        throw ValidationError("Give one of --fpir, --fmr and --threshold.")
      }
    }
    guard candidates >= 1 else { throw ValidationError("--candidates is at least 1.") }
  }

  func report(to console: Console) async throws -> Report {
    let store = try await store.open(creating: false)
    let enrolled = try await store.gallery(algorithm: nil)
    for problem in enrolled.problems { console.tell("warning: \(problem)") }
    let imprint = try await global.open(telling: console)
    let matcher = try await imprint.matcher()
    let probes = try await source.templates(of: images, with: imprint, matcher, to: console)
    let gallery = Gallery(
      enrolled.items.map { (id: $0.user.id, template: $0.template.template) }, for: matcher)
    let policy =
      fpir.map { .falsePositiveIdentificationRate($0, gallery: max(gallery.count, 1)) } ?? policy.chosen
      ?? .standardSearch
    let result = try matcher.identify(
      candidates: probes, in: gallery, policy: policy, maximumCandidates: candidates)
    for skip in result.skipped {
      console.tell("warning: \(enrolled.items[skip.entry].template.id) was not searched: \(skip.reason)")
    }
    let names = Dictionary(enrolled.items.map { ($0.user.id, $0.user.name) }) { first, _ in first }
    return Report(
      text: Self.text(of: result, names, console), json: Self.json(of: result, names, enrolled.items),
      isSuccess: !result.matches.isEmpty)
  }

  private static func text(
    of result: Identification<UniqueID>, _ names: [UniqueID: String], _ console: Console
  ) -> String {
    var table = Table(["SCORE", "MATCH", "ID", "NAME"])
    for candidate in result.candidates {
      table.add([
        "\(candidate.score)\(candidate.isExtrapolated ? "*" : "")", candidate.isMatch ? "yes" : "no",
        "\(candidate.id)", names[candidate.id] ?? "",
      ])
    }
    let verdict =
      result.matches.isEmpty
      ? console.styled("nobody found", .red) : console.styled("\(result.matches.count) found", .green)
    var lines = [
      "\(verdict) among \(result.searched) templates: threshold \(result.threshold), false match rate "
        + "\(rateText(result.falseMatchRate)) a comparison, false positive identification rate "
        + "\(rateText(result.falsePositiveIdentificationRate)) a search"
        + extrapolationNote(result.isThresholdExtrapolated)
    ]
    if !result.candidates.isEmpty { lines.append(table.text) }
    if result.candidates.contains(where: \.isExtrapolated) {
      lines.append("* extrapolated: beyond what the calibration's data carry")
    }
    return lines.joined(separator: "\n")
  }

  private static func json(
    of result: Identification<UniqueID>, _ names: [UniqueID: String], _ entries: [GalleryEntry]
  ) -> JSONValue {
    .object([
      (
        "candidates",
        .array(
          result.candidates.map {
            .object([
              ("user", .string("\($0.id)")), ("name", .string(names[$0.id] ?? "")),
              ("score", .number($0.score.value)), ("match", .bool($0.isMatch)),
              ("extrapolated", .bool($0.isExtrapolated)), ("similarity", .number(Double($0.similarity))),
            ])
          })
      ), ("threshold", .number(result.threshold.value)), ("falseMatchRate", .number(result.falseMatchRate)),
      ("falsePositiveIdentificationRate", .number(result.falsePositiveIdentificationRate)),
      ("thresholdExtrapolated", .bool(result.isThresholdExtrapolated)),
      ("searched", .integer(result.searched)),
      (
        "skipped",
        .array(
          result.skipped.map {
            .object([
              ("user", .string("\($0.id)")), ("template", .string("\(entries[$0.entry].template.id)")),
              ("code", .string($0.reason.code.rawValue)), ("reason", .string($0.reason.reason)),
              ("remedy", .string($0.reason.remedy)),
            ])
          })
      ),
    ])
  }
}
