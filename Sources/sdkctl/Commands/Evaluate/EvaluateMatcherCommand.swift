// SPDX-License-Identifier: Apache-2.0

struct EvaluateMatcherCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "matcher", abstract: "Measures the accuracy of a matcher (ISO/IEC 19795-1).",
    discussion: """
      The list has the header pathA,pathB,same and one pair per line; same is 1 for the same person. Columns \
      subjectA,subjectB identify the person in each picture; without them the picture's folder does. \
      Pictures without a face, and missing or undecodable ones, are counted as failures and reported, not \
      dropped. With --calibrate every template is compared with those of all other persons, and the result \
      is written into the plugin's manifest, which is not modified before: as the calibration of templates \
      of this extractor's version, each of one sample. Other calibrations are kept. A signature beside that \
      manifest becomes invalid: sign the plugin again with sdkctl plugin sign.
      """)
  static let isInterruptible = true

  @Option(help: ArgumentHelp("The list of pairs.", valueName: "file.csv"))
  var pairs: String

  @Option(
    help: ArgumentHelp(
      "The folder that the list's paths are relative to; default: its own.", valueName: "dir"))
  var imagesRoot: String?

  @Option(help: "Which face to use if a picture shows several: largest or central.")
  var face: FaceChoice = .largest

  @Option(help: ArgumentHelp("Write the calibration into this manifest of the plugin.", valueName: "file"))
  var calibrate: String?

  @Option(
    help: ArgumentHelp("The population of the pictures, for the calibration: one line.", valueName: "text"))
  var population: String?

  @Option(
    help: ArgumentHelp("The data set and its version, for the calibration: one line.", valueName: "text"))
  var dataSet: String?

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp("Also write the complete report as JSON.", valueName: "file"))
  var reportFile: String?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard face != .only else { throw ValidationError("--face is largest or central.") }
    if calibrate != nil, population == nil || dataSet == nil {
      throw ValidationError(
        "--calibrate needs --population and --data-set: a calibration states them.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let list = try EvaluationPairs(
      csv: String(decoding: try Files.read(pairs, upTo: 256 << 20), as: UTF8.self), place: pairs)
    let system = try await global.open(telling: console)
    let (extractor, matcher) = (try await system.faces.extractor(), try await system.faces.matcher())
    // Validate everything in advance, before hours of computation.
    if let calibrate, let population, let dataSet {
      try matcher.checkManifest(
        at: calibrate, measuring: extractor.origin, population: population, dataSet: dataSet)
      try Files.checkWritable(calibrate, besides: [pairs])
    }
    if let reportFile {
      try Files.checkWritable(reportFile, besides: [pairs] + (calibrate.map { [$0] } ?? []))
    }
    let bar = ProgressBar(on: console)
    defer { bar.clear() }
    let run = try await system.faces.evaluate(
      list, imagesIn: imagesRoot ?? folder(of: pairs), choosing: face, with: extractor, matcher,
      progress: { bar.show($0.stage.rawValue, $0.done, of: $0.total) })
    bar.clear()
    for line in lostLines(of: run) { console.tell(line) }
    var calibration: Result<CalibrationMeasurement, any Error>?
    if calibrate != nil, let population, let dataSet {
      do {
        calibration = .success(
          try await Evaluator(matcher).calibrate(
            run, population: population, dataSet: dataSet, date: Clock.day(Clock.now),
            progress: { bar.show($0.stage.rawValue, $0.done, of: $0.total) }))
      } catch {
        calibration = .failure(error)
      }
      bar.clear()
      try Task.checkCancellation()
    }
    let measurement = try? calibration?.get()
    let summary = EvaluationSummary(run: run, measurement: measurement, matcher: matcher, list: pairs)
    let broken =
      measurement == nil ? [] : calibrate.map { PluginContents.statements(besideManifestAt: $0) } ?? []
    let json = summary.json(brokenStatements: broken)
    // First, as it holds the measurements, whatever becomes of the calibration.
    if let reportFile { try Files.write(Array((json.text + "\n").utf8), to: reportFile) }
    if let calibrate { try calibration?.get().write(toManifestAt: calibrate) }
    if let calibrate, !broken.isEmpty {
      // A line at a time: each call prints one line, whatever it contains.
      console.tell(
        "warning: \(broken.joined(separator: " and ")) beside \(calibrate) is no longer valid, as the "
          + "manifest "
          + "has changed: the plugin is refused where signatures are required.")
      let plugin = ShellWord.quoted(folder(of: calibrate))
      console.tell("  Sign it again: sdkctl plugin sign \(plugin) --key FILE --certificates FILE")
      if broken.contains(PluginContents.conformanceName) {
        console.tell("  Check it again: sdkctl plugin check \(plugin) --sign-key FILE --certificates FILE")
      }
    }
    return Report(text: summary.text + (calibrate.map { "\ncalibration written to \($0)" } ?? ""), json: json)
  }

  /// The first pictures that gave no template, and how many more there are.
  private func lostLines(of run: EvaluationRun) -> [String] {
    let shown = 10
    let lines = run.failures.prefix(shown).map {
      "warning: \(run.pairs.images[$0.picture].path): no template (\($0.reason))"
    }
    let more = run.failures.count - shown
    return more > 0
      ? lines + ["warning: \(more) more pictures yielded no template; --report lists all"] : lines
  }

  private func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
