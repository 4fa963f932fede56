// SPDX-License-Identifier: Apache-2.0

struct EvaluateMatcherCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "matcher", abstract: "Measures the accuracy of a matcher (ISO/IEC 19795-1).",
    discussion: """
      Give it pictures of people, in one of three ways:

        sdkctl evaluate --people DIR --page report.html

      where DIR has one folder for each person (DIR/ada/1.jpg, DIR/bob/1.jpg): every picture is compared with \
      every other one, and searches are tried as well. Or --pairs with a list that has the header \
      pathA,pathB,same and one pair per line; same is 1 for the same person. Or --genuine and --impostor with two \
      lists, two paths a line. In lists, columns subjectA,subjectB identify the person in each picture; without \
      them the picture's folder does.

      The report says how often different people match and one person does not (FMR, FNMR) at the scores that \
      an application may set as threshold, and whether the matcher's calibration keeps its promise on these \
      pictures: read that table first. It has intervals, failures to enrol and to acquire, DET and ROC, \
      identification (FPIR, FNIR, rank 1), what FNMR becomes where comparisons of low quality are rejected, and, \
      with --groups, a table for each group of people. \
      --page has it with drawings, --report with all figures as JSON.

      With --modality voice the same is measured of sound: DIR/ada/1.wav or .flac, of one channel, at the rate \
      that the format takes. With --modality finger it is measured of grey pictures of fingerprints, with a folder \
      for each finger (DIR/ada-left-thumb/1.png): a PNG file says its resolution, or --resolution does. Two fingers \
      of one person count as two people.

      Pictures without a face count as failures to acquire. Missing and undecodable ones are listed and left \
      out. With --calibrate every template is compared with those of all other persons, the calibration is tried \
      on halves of the people, and it is written into the plugin's manifest, which is not modified before: as the \
      calibration of templates of this extractor's version, each of one sample. Other calibrations are kept. A \
      signature beside that manifest becomes invalid: sign the plugin again with sdkctl plugin sign.
      """)
  static let isInterruptible = true

  @Option(help: EvaluatedModality.option)
  var modality: EvaluatedModality = .face

  @Option(help: EvaluatedModality.formatOption)
  var format: String?

  @Option(
    help: ArgumentHelp("The folder with one folder of pictures for each person.", valueName: "dir"))
  var people: String?

  @Option(help: ArgumentHelp("The list of pairs.", valueName: "file.csv"))
  var pairs: String?

  @Option(help: ArgumentHelp("The list of pairs of one person; with --impostor.", valueName: "file"))
  var genuine: String?

  @Option(help: ArgumentHelp("The list of pairs of two people; with --genuine.", valueName: "file"))
  var impostor: String?

  @Option(
    help: ArgumentHelp(
      "The folder that the list's paths are relative to; default: its own.", valueName: "dir"))
  var imagesRoot: String?

  @Option(help: "Which face to use if a picture shows several: largest or central.")
  var face: FaceChoice = .central

  @Option(
    help: ArgumentHelp(
      "State rates at this score as threshold; may be repeated; default: 2000, 2500 and so on to 4500.",
      valueName: "score"))
  var score: [Double] = []

  @Option(
    help: ArgumentHelp(
      "With --people: how many pictures of each person are the gallery that is searched, 1 to 10.",
      valueName: "n"))
  var references: Int = 1

  @Option(
    help: ArgumentHelp(
      "A table with the header person,<attribute>,... and a line for each person, for rates by group.",
      valueName: "file.csv"))
  var groups: String?

  @Flag(
    help: ArgumentHelp(
      "Also measure the quality components of ISO/IEC 29794-5 of each picture, or speech and noise of each "
        + "sound, and which of them predict that genuine comparisons fail."))
  var components = false

  @Option(help: ArgumentHelp("Write the calibration into this manifest of the plugin.", valueName: "file"))
  var calibrate: String?

  @Option(
    help: ArgumentHelp(
      "The population of the pictures, for the report and the calibration: one line.", valueName: "text"))
  var population: String?

  @Option(
    help: ArgumentHelp(
      "The data set and its version, for the report and the calibration: one line.", valueName: "text"))
  var dataSet: String?

  @Option(
    name: .customLong("page"),
    help: ArgumentHelp("Also write the report as a page with drawings.", valueName: "file.html"))
  var pageFile: String?

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp("Also write the complete report as JSON.", valueName: "file"))
  var reportFile: String?

  @Option(
    help: ArgumentHelp(
      "How many pictures are looked at at a time, 1 to 64; default: one for each processor, at most 8.",
      valueName: "n"))
  var width: Int?

  @OptionGroup var finger: FingerResolutionOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard face != .only else { throw ValidationError("--face is largest or central.") }
    let isTwoLists = genuine != nil || impostor != nil
    guard [people != nil, pairs != nil, isTwoLists].count(where: { $0 }) == 1 else {
      throw ValidationError("Give one of: --people, --pairs, or --genuine with --impostor.")
    }
    guard !isTwoLists || genuine != nil && impostor != nil else {
      throw ValidationError("--genuine and --impostor go together.")
    }
    guard people == nil || imagesRoot == nil else {
      throw ValidationError("--images-root is for lists; --people has its pictures in it.")
    }
    guard (1...10).contains(references) else { throw ValidationError("--references is 1 to 10.") }
    guard (1...64).contains(width ?? 1) else { throw ValidationError("--width is 1 to 64.") }
    guard score.allSatisfy({ $0.isFinite && (0...10_000).contains($0) }) else {
      throw ValidationError("--score is a score such as 3500, from 0 to 10000.")
    }
    if calibrate != nil, population == nil || dataSet == nil {
      throw ValidationError(
        "--calibrate needs --population and --data-set: a calibration states them.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let source = try source(telling: console)
    let table = try groups.map { path in
      let table = try SubjectGroups(csv: try Self.text(of: path), place: path)
      try table.check(names: source.pairs.names, place: path)
      return table
    }
    let evaluated = try await EvaluatedMatcher(modality, format: format, global, telling: console)
    let matcher = evaluated.matcher
    try checkOutputs(matcher, evaluated.origin, inputs: source.files)
    let bar = ProgressBar(on: console)
    defer { bar.clear() }
    let run = try await evaluated.evaluate(
      source.pairs, in: source.folder, choosing: face, resolution: finger.pixelsPerMetre,
      width: width ?? Faces.evaluationWidth,
      measuresMore: components,
      progress: { bar.show($0.stage.rawValue, $0.done, of: $0.total) })
    bar.clear()
    for line in lostLines(of: run) { console.tell(line) }
    var parts = AccuracyReport.Parts(groups: table)
    if run.pairs.isAllAgainstAll {
      parts.searches = try await Evaluator(matcher).searches(run, references: references)
    }
    let calibration = try await calibration(of: run, matcher, showing: bar)
    parts.calibration = try? calibration?.measurement.get()
    parts.validation = calibration?.validation
    let conditions = AccuracyConditions(
      evaluated.system, matcher, source: source.name, dataSet: dataSet, population: population,
      faceChoice: evaluated.faceChoice(face),
      date: Clock.day(Clock.now))
    let report = AccuracyReport(
      run, by: matcher, conditions,
      scores: score.isEmpty ? AccuracyReport.usualScores : score.map { Score($0) }, parts: parts)
    let broken =
      parts.calibration == nil ? [] : calibrate.map { PluginContents.statements(besideManifestAt: $0) } ?? []
    let json = report.json.adding(["brokenStatements": broken])
    // First, as they hold the measurements, whatever becomes of the calibration.
    if let reportFile { try Files.write(Array((json.text + "\n").utf8), to: reportFile) }
    if let pageFile { try Files.write(Array(report.html.utf8), to: pageFile) }
    if let calibrate { try calibration?.measurement.get().write(toManifestAt: calibrate) }
    if let calibrate, !broken.isEmpty { tell(console, of: broken, beside: calibrate) }
    return Report(text: report.text + (calibrate.map { "\ncalibration written to \($0)" } ?? ""), json: json)
  }

  // MARK: In

  private struct Source {
    let pairs: EvaluationPairs
    /// What paths are relative to.
    let folder: String
    let name: String
    /// Files that no output may replace.
    let files: [String]
  }

  private func source(telling console: Console) throws -> Source {
    if let people {
      let found = try EvaluationPairs.people(in: people, named: modality.endings)
      for line in passedOverLines(found.passedOver) { console.tell(line) }
      return Source(pairs: found.pairs, folder: people, name: people, files: [])
    }
    if let genuine, let impostor {
      let pairs = try EvaluationPairs(
        genuine: (try Self.text(of: genuine), genuine), impostor: (try Self.text(of: impostor), impostor))
      return Source(
        pairs: pairs, folder: imagesRoot ?? folder(of: genuine), name: "\(genuine), \(impostor)",
        files: [genuine, impostor])
    }
    let list = pairs ?? ""
    return Source(
      pairs: try EvaluationPairs(csv: try Self.text(of: list), place: list),
      folder: imagesRoot ?? folder(of: list), name: list, files: [list])
  }

  private static func text(of path: String) throws -> String {
    String(decoding: try Files.read(path, upTo: 256 << 20), as: UTF8.self)
  }

  private func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  // MARK: Out

  /// Before hours of computation.
  private func checkOutputs(
    _ matcher: TemplateMatcher, _ templates: TemplateOrigin, inputs: [String]
  ) throws {
    var taken = inputs + (groups.map { [$0] } ?? [])
    if let calibrate, let population, let dataSet {
      try matcher.checkManifest(
        at: calibrate, measuring: templates, population: population, dataSet: dataSet)
      try Files.checkWritable(calibrate, besides: taken)
      taken.append(calibrate)
    }
    for file in [reportFile, pageFile].compactMap({ $0 }) {
      try Files.checkWritable(file, besides: taken)
      taken.append(file)
    }
  }

  private func calibration(
    of run: EvaluationRun, _ matcher: TemplateMatcher, showing bar: ProgressBar
  ) async throws -> (
    measurement: Result<CalibrationMeasurement, any Error>, validation: CalibrationValidation?
  )? {
    guard calibrate != nil, let population, let dataSet else { return nil }
    let evaluator = Evaluator(matcher)
    do {
      let measured = try await evaluator.calibrate(
        run, population: population, dataSet: dataSet, date: Clock.day(Clock.now),
        progress: { bar.show($0.stage.rawValue, $0.done, of: $0.total) })
      let validation = CalibrationValidation(
        impostors: try await evaluator.impostorsAllAgainstAll(run), subjects: run.pairs.subjects)
      bar.clear()
      try Task.checkCancellation()
      return (.success(measured), validation)
    } catch {
      bar.clear()
      try Task.checkCancellation()
      return (.failure(error), nil)
    }
  }

  private func tell(_ console: Console, of broken: [String], beside manifest: String) {
    // A line at a time: each call prints one line, whatever it contains.
    console.tell(
      "warning: \(broken.joined(separator: " and ")) beside \(manifest) is no longer valid, as the "
        + "manifest has changed: the plugin is refused where signatures are required.")
    let plugin = ShellWord.quoted(folder(of: manifest))
    console.tell("  Sign it again: sdkctl plugin sign \(plugin) --key FILE --certificates FILE")
    if broken.contains(PluginContents.conformanceName) {
      console.tell("  Check it again: sdkctl plugin check \(plugin) --sign-key FILE --certificates FILE")
    }
  }

  /// The first pictures that gave no template, and how many more there are.
  private func lostLines(of run: EvaluationRun) -> [String] {
    let shown = 10
    let lines = run.failures.prefix(shown).map {
      "warning: \(run.pairs.images[$0.picture].path): \($0.isUnread ? "left out" : "no template") (\($0.reason))"
    }
    let more = run.failures.count - shown
    return more > 0
      ? lines + ["warning: \(more) more \(modality.sample)s yielded no template; --report lists all"] : lines
  }

  private func passedOverLines(_ names: [String]) -> [String] {
    guard let first = names.first else { return [] }
    let others = names.count > 1 ? " and \(names.count - 1) more" : ""
    return ["note: passed over, as no \(modality.sample) of a person's folder: \(first)\(others)"]
  }
}
