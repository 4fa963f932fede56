// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Imprint
import ImprintCommandLine
import ImprintTrial

struct VerifyCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Compares a face with one user's templates.",
    discussion: """
      By default a score above 3500 verifies: a false match rate of 1 in 10000. Templates of other algorithms are \
      passed over, and told, and so are pairs that the matcher has no calibration of. Exit code 1 where the person is not verified.

      A threshold beyond what the matcher's calibration measured is an extrapolation: nobody has measured its rate. The \
      result says so, and exit code 0 then means a match by that guess. With --require-calibrated it is an error \
      instead, exit code 1.
      """)
  static let isInterruptible = true

  @Option(help: ArgumentHelp("Name or id of the user the person claims to be.", valueName: "name"))
  var user: String

  @Argument(
    help:
      "A picture of the person: JPEG, PNG, PGM, PPM or BMP; of several the best counts; without any a camera is used."
  )
  var images: [String] = []

  @OptionGroup var source: FaceSource
  @OptionGroup var policy: PolicyOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws { try source.check(images: images) }

  func report(to console: Console) async throws -> Report {
    let store = try await store.open(creating: false)
    let claimed = try await store.user(matching: user)
    let references = try await store.templates(of: claimed.id)
    for problem in references.problems { console.tell("warning: \(problem)") }
    let system = try await global.open(telling: console)
    let (extractor, matcher) = (try await system.faces.extractor(), try await system.faces.matcher())
    let candidates = try await source.samples(of: images, with: system, extractor, to: console)
    let result = try matcher.authenticate(
      candidates: candidates.map(\.template), references: references.items.map(\.template),
      policy: policy.chosen ?? .standard, requireCalibrated: policy.requireCalibrated)
    let used = result.pairs.map(\.calibration).eachOnce
    let skipped = TemplateFormatCount.of(result.skipped.map(\.format))
    let verdict =
      result.isMatch ? console.styled("verified", .green) : console.styled("not verified", .red)
    return Report(
      text: "\(verdict): score \(result.best.score)\(extrapolationNote(result.best.isExtrapolated)), "
        + "threshold \(result.threshold), false match rate \(rateText(result.falseMatchRate)) a comparison"
        + extrapolationNote(result.isThresholdExtrapolated) + ", \(result.pairs.count) compared"
        + (skipped.isEmpty ? "" : ", passed over: \(skipped.map(\.description).joined(separator: ", "))")
        + "\n" + result.best.calibration.line + uncalibratedLines(of: result),
      json: .object([
        ("verified", .bool(result.isMatch)), ("user", .string("\(claimed.id)")),
        ("score", .number(result.best.score.value)), ("threshold", .number(result.threshold.value)),
        ("falseMatchRate", .number(result.falseMatchRate)),
        ("extrapolated", .bool(result.best.isExtrapolated)),
        ("thresholdExtrapolated", .bool(result.isThresholdExtrapolated)),
        (
          "pairs",
          .array(
            result.pairs.map {
              .object([
                ("candidate", .integer($0.candidate)),
                ("reference", .string("\(references.items[$0.reference].id)")),
                ("score", .number($0.score.value)), ("similarity", .number(Double($0.similarity))),
                ("calibration", .integer($0.calibration.number)),
              ])
            })
        ),
        ("calibrations", .array(used.map(\.json))),
        (
          "uncalibrated",
          .array(
            result.uncalibrated.map {
              .object(
                [
                  ("candidate", .integer($0.candidate)),
                  ("reference", .string("\(references.items[$0.reference].id)")),
                  ("similarity", .number(Double($0.similarity))),
                ] + $0.reason.members)
            })
        ),
        (
          "skipped",
          .array(
            result.skipped.map {
              .object([
                ("template", .string("\(references.items[$0.reference].id)")),
                ("format", .string("\($0.format)")), ("code", .string($0.reason.code.rawValue)),
                ("reason", .string($0.reason.reason)), ("remedy", .string($0.reason.remedy)),
              ])
            })
        ),
      ]), isSuccess: result.isMatch, next: global.next(after: .verify, in: self.store))
  }

  /// Pairs that were compared and decide nothing, by their reasons.
  private func uncalibratedLines(of result: Authentication) -> String {
    let counts = Dictionary(result.uncalibrated.map { ($0.reason, 1) }, uniquingKeysWith: +)
    return counts.sorted { $0.key.reason < $1.key.reason }.map { reason, count in
      "\n\(count) \(count == 1 ? "pair was" : "pairs were") passed over; \(reason.line)"
    }.joined()
  }
}
