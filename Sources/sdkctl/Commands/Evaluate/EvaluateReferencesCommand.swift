// SPDX-License-Identifier: Apache-2.0

struct EvaluateReferencesCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "references",
    abstract: "Measures references that are fused of several pictures, or of another release.",
    discussion: """
      Every picture of the list is compared with a reference of every person: with --fused the first pictures \
      of that person, fused; with --of the templates that another release made of the same list, which it saved \
      with --save. Pictures that a reference is of are not compared with it. With --calibrate the result is \
      written into the plugin's manifest as the calibration of such pairs, beside that of pictures with each \
      other, which sdkctl evaluate matcher makes.
      """)
  static let isInterruptible = true

  @Option(help: EvaluatedModality.option)
  var modality: EvaluatedModality = .face

  @Option(help: EvaluatedModality.formatOption)
  var format: String?

  @Option(help: ArgumentHelp("The list of pairs, as of sdkctl evaluate.", valueName: "file.csv"))
  var pairs: String

  @Option(
    help: ArgumentHelp(
      "The folder that the list's paths are relative to; default: its own.", valueName: "dir"))
  var imagesRoot: String?

  @Option(help: "Which face to use if a picture shows several: largest or central.")
  var face: FaceChoice = .central

  @Option(help: ArgumentHelp("Fuse so many pictures of each person, 2 to 64.", valueName: "count"))
  var fused: Int?

  @Option(
    help: ArgumentHelp("Take the references from this file, which --save has written.", valueName: "file"))
  var of: String?

  @Option(
    help: ArgumentHelp("Save the templates of all pictures: biometric data.", valueName: "file"))
  var save: String?

  @Option(help: ArgumentHelp("Write the calibration into this manifest of the plugin.", valueName: "file"))
  var calibrate: String?

  @Option(
    help: ArgumentHelp("The population of the pictures, for the calibration: one line.", valueName: "text"))
  var population: String?

  @Option(
    help: ArgumentHelp("The data set and its version, for the calibration: one line.", valueName: "text"))
  var dataSet: String?

  @OptionGroup var finger: FingerResolutionOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard face != .only else { throw ValidationError("--face is largest or central.") }
    guard fused == nil || of == nil, fused != nil || of != nil || save != nil else {
      throw ValidationError("Give --fused or --of, or only --save.")
    }
    guard (2...64).contains(fused ?? 2) else { throw ValidationError("--fused is 2 to 64.") }
    if calibrate != nil, population == nil || dataSet == nil || fused == nil && of == nil {
      throw ValidationError(
        "--calibrate needs --fused or --of, --population and --data-set: a calibration states them.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let list = try EvaluationPairs(
      csv: String(decoding: try Files.read(pairs, upTo: 256 << 20), as: UTF8.self), place: pairs)
    // Read before hours of computation.
    let other = try of.map {
      try ReferenceSet(
        list: String(decoding: try Files.read($0, upTo: 1 << 30), as: UTF8.self), place: $0, of: list)
    }
    var taken = [pairs] + (of.map { [$0] } ?? [])
    for output in [calibrate, save].compactMap({ $0 }) {
      try Files.checkWritable(output, besides: taken)
      taken.append(output)
    }
    let evaluated = try await EvaluatedMatcher(modality, format: format, global, telling: console)
    let matcher = evaluated.matcher
    let bar = ProgressBar(on: console)
    defer { bar.clear() }
    let run = try await evaluated.evaluate(
      list, in: imagesRoot ?? pairs.lastIndex(of: "/").map { String(pairs[..<$0]) } ?? ".",
      choosing: face, resolution: finger.pixelsPerMetre, width: 1,
      progress: { bar.show($0.stage.rawValue, $0.done, of: $0.total) })
    if let save { try Files.write(Array(run.templateList.utf8), to: save) }
    let saved = save.map { "\ntemplates saved to \($0): biometric data, delete them when done" } ?? ""
    let evaluator = Evaluator(matcher)
    var references = other
    if let fused { references = try await evaluator.fusedReferences(of: fused, from: run) }
    guard let references else {
      let count = run.templates.count { $0 != nil }
      return Report(text: "\(count) templates" + saved, json: ["templates": count])
    }
    let found = try await evaluator.evaluate(
      references, with: run, progress: { bar.show($0.stage.rawValue, $0.done, of: $0.total) })
    bar.clear()
    if let calibrate, let population, let dataSet {
      try evaluator.calibrate(
        found, population: population, dataSet: dataSet, date: Clock.day(Clock.now)
      ).write(toManifestAt: calibrate)
    }
    let rows = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5].compactMap { found.accuracy.point(falseMatchRate: $0) }
    let equal = found.accuracy.equalErrorRate
    let interval = found.accuracy.equalErrorRateInterval()
    let text =
      ["\(references.entries.count) references, \(references.left) people without one"]
      + [
        equal.map {
          "EER \(Self.percent($0.rate))" + (interval.map { " (95 %: \(Self.percents($0)))" } ?? "")
        }
      ]
      .compactMap(\.self)
      + rows.map { "FMR \(Self.text($0.falseMatch))   FNMR \(Self.text($0.falseNonMatch))" }
    return Report(
      text: text.joined(separator: "\n") + saved
        + (calibrate.map { "\ncalibration written to \($0)" } ?? ""),
      json: [
        "references": references.entries.count, "withoutReference": references.left,
        "impostorComparisons": found.accuracy.impostor.count,
        "genuineComparisons": found.accuracy.genuine.count,
        "eer": ["rate": equal?.rate, "lower": interval?.lowerBound, "upper": interval?.upperBound]
          as JSONValue,
        "points": rows.json {
          [
            "similarity": Double($0.threshold), "fmr": $0.falseMatch.rate, "fnmr": $0.falseNonMatch.rate,
          ]
        },
      ])
  }

  /// `84 of 842133 (0.01 %)`.
  private static func text(_ rate: ErrorRate) -> String {
    guard let share = rate.rate else { return "not measured: no such comparison" }
    return "\(rate.errors) of \(rate.trials) (\(percent(share)))"
  }

  private static func percent(_ share: Double) -> String { "\((share * 1e5).rounded() / 1e3) %" }

  private static func percents(_ range: ClosedRange<Double>) -> String {
    "\(percent(range.lowerBound)) to \(percent(range.upperBound))"
  }
}
