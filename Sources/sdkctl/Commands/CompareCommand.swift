// SPDX-License-Identifier: Apache-2.0

struct CompareCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Computes the similarity of two faces; nothing is stored or decided.",
    discussion: """
      Also works with a matcher that has no calibration for such templates: then only the raw similarity is \
      reported, which is not comparable between algorithms. To decide, use verify or identify.
      """)
  static let isInterruptible = true

  @Argument(help: "A picture of a person: JPEG, PNG, PGM, PPM or BMP.")
  var probe: String

  @Argument(help: "The picture to compare it with.")
  var reference: String

  @Option(help: "Which face to use if a picture shows several: only, largest or central.")
  var face: FaceChoice = .only

  @OptionGroup var use: UseOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let system = try await global.open(telling: console)
    let (extractor, matcher) = (try await system.faces.extractor(), try await system.faces.matcher())
    let otherUse = try use.check(with: matcher, telling: console)
    let templates = (
      try await template(of: probe, system, extractor), try await template(of: reference, system, extractor)
    )
    let comparison = try await matcher.compare(templates.0, with: templates.1)
    let score =
      comparison.calibrated.map { "score \($0)\(extrapolationNote(comparison.isExtrapolated))" }
      ?? "no score"
    let why = [comparison.calibration?.line, comparison.uncalibrated?.line].compactMap { $0 }
    return Report(
      text: (["\(score), similarity \(comparison.similarity), \(matcher.pluginID)"] + why).joined(
        separator: "\n"),
      json: [
        "plugin": matcher.pluginID, "similarity": Double(comparison.similarity),
        "score": comparison.calibrated?.value,
        "extrapolated": comparison.isExtrapolated, "calibration": comparison.calibration?.json,
        "uncalibrated": comparison.uncalibrated?.json, "otherUse": otherUse?.json,
      ])
  }

  private func template(
    of path: String, _ system: BiometricSystem, _ extractor: FaceExtractor
  ) async throws -> Template {
    try await system.faces.template(of: ImageFile.read(path), choosing: face, with: extractor, place: path)
  }
}
