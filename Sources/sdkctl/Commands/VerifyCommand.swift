// SPDX-License-Identifier: Apache-2.0
import ImprintTrial

struct VerifyCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Compares a face with one user's templates (1:1).",
    discussion: """
      By default a score above 3500 verifies: a false match rate of 1 in 10000. Templates of other \
      algorithms are skipped, and reported, and so are pairs for which the matcher has no calibration. Exit \
      code 1 if the person is not verified.

      A threshold beyond the range measured by the matcher's calibration is an extrapolation: its rate has \
      not been measured. The result says so, and exit code 0 then means a match by extrapolation. With \
      --require-calibrated it is an error instead, exit code 1.
      """)
  static let isInterruptible = true

  @Option(help: ArgumentHelp("Name or id of the user the person claims to be.", valueName: "name"))
  var user: String

  @Argument(
    help:
      "A picture of the person: JPEG, PNG, PGM, PPM or BMP; of several the best is used; default: a camera."
  )
  var images: [String] = []

  @OptionGroup var source: FaceSource
  @OptionGroup var policy: PolicyOptions
  @OptionGroup var use: UseOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws { try source.check(images: images) }

  func report(to console: Console) async throws -> Report {
    let store = try await store.open(creating: false)
    let claimed = try await store.user(matching: user)
    let references = try await store.templates(of: claimed.id)
    for problem in references.problems { console.tell("warning: \(problem)") }
    let system = try await global.open(telling: console)
    let extractor = try await system.faces.extractor()
    let matcher = try await told { () throws(MatcherHandlerError) in try await system.matcherHandler() }
    // Before anybody is captured in vain.
    let written = try await told { () throws(MatcherHandlerError) in try await matcher.matcher(of: .face) }
    try use.check(with: written, telling: console)
    let candidates = try await source.samples(of: images, with: system, extractor, to: console)
    let options = AuthenticationOptions(
      modality: .face, policy: policy.chosen ?? .standard, requireCalibrated: policy.requireCalibrated,
      minimumQuality: policy.minimumQuality, use: use.use, otherUses: use.otherUses)
    let authenticated = try await told { () throws(MatcherHandlerError) in
      try await matcher.authenticate(
        options, candidate: BiometricCandidate(templates: candidates.map(\.template)),
        reference: BiometricReference(user: claimed.id, templates: references.items.map(\.template)))
    }
    let (result, explanation) = (authenticated.comparison, authenticated.explanation)
    let used = result.pairs.map(\.calibration).eachOnce
    let skipped = TemplateFormatCount.of(result.skipped.map(\.format))
    let verdict =
      result.isMatch ? console.styled("verified", .green) : console.styled("not verified", .red)
    return Report(
      text: "\(verdict): score \(result.best.score)\(extrapolationNote(result.best.isExtrapolated)), "
        + "threshold \(result.threshold), false match rate \(rateText(result.falseMatchRate)) per comparison"
        + extrapolationNote(result.isThresholdExtrapolated) + ", \(result.pairs.count) compared"
        + (skipped.isEmpty ? "" : ", skipped: \(skipped.map(\.description).joined(separator: ", "))")
        + "\n" + result.best.calibration.line + uncalibratedLines(of: result)
        + (policy.explain ? "\n\n" + oneLineEach(explanation.description) : ""),
      json: [
        "verified": result.isMatch, "user": "\(claimed.id)", "score": result.best.score.value,
        "threshold": result.threshold.value, "falseMatchRate": result.falseMatchRate,
        "extrapolated": result.best.isExtrapolated, "thresholdExtrapolated": result.isThresholdExtrapolated,
        "pairs": result.pairs.json {
          [
            "candidate": $0.candidate, "reference": "\(references.items[$0.reference].id)",
            "score": $0.score.value, "similarity": Double($0.similarity),
            "calibration": $0.calibration.number,
          ]
        }, "calibrations": used.map(\.json),
        "uncalibrated": result.uncalibrated.json {
          let pair: JSONValue = [
            "candidate": $0.candidate, "reference": "\(references.items[$0.reference].id)",
            "similarity": $0.similarity,
          ]
          return pair.adding($0.reason.json)
        },
        "skipped": result.skipped.json {
          (["template": "\(references.items[$0.reference].id)", "format": "\($0.format)"] as JSONValue)
            .adding($0.reason.json)
        }, "otherUse": authenticated.otherUse?.json, "explanation": explanation.json,
      ], isSuccess: result.isMatch, next: global.next(after: .verify, in: self.store))
  }

  /// Comparisons without a decision, by reason.
  private func uncalibratedLines(of result: Authentication) -> String {
    let counts = Dictionary(result.uncalibrated.map { ($0.reason, 1) }, uniquingKeysWith: +)
    return counts.sorted { $0.key.reason < $1.key.reason }.map { reason, count in
      "\n\(count) \(count == 1 ? "pair was" : "pairs were") skipped; \(reason.line)"
    }.joined()
  }
}
