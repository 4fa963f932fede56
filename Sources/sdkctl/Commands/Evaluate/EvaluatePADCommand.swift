// SPDX-License-Identifier: Apache-2.0

extension PuppetSpecies: ExpressibleByArgument {}

struct EvaluatePADCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "pad", abstract: "Measures liveness by presenting puppets (ISO/IEC 30107-3).",
    discussion: """
      Each puppet of the folder is presented as a willing person and as every attack, a number of times; each \
      presentation is rendered once and judged at all levels, of blink at the thresholds 0, 25, 50 and 75. Results are appended to a file as they come: \
      run the same command again to go on. Species are synthetic, and puppets share the tracker's face mesh; \
      the report says so. Make puppets with sdkctl puppet make.
      """)
  static let isInterruptible = true
  static let interruption = CommandError.interrupted(
    remedy: "Results so far are kept in the file of --results: run the same command again to go on.")

  enum Mode: String, ExpressibleByArgument, CaseIterable {
    case passive, active, cr2d, blink

    var liveness: LivenessMode {
      switch self {
      case .passive: .passive
      case .active, .cr2d: .active
      case .blink: .blink
      }
    }
  }

  @Option(help: ArgumentHelp("The folder with the .puppet files.", valueName: "dir"))
  var puppets: String

  @Option(
    help: ArgumentHelp(
      "passive, active or blink; cr2d is active with a plugin that compares throughout: give "
        + "--variant face-cr2d.", valueName: "mode"))
  var mode: Mode

  @Option(parsing: .upToNextOption, help: "Who is before the camera; default: everybody.")
  var species: [PuppetSpecies] = PuppetSpecies.allCases

  @Option(help: ArgumentHelp("Presentations of each species for each puppet, 1 to 100.", valueName: "n"))
  var each = 1

  @Option(
    help: ArgumentHelp("Leave out so many puppets at the beginning, by name.", valueName: "n"))
  var skip = 0

  @Option(help: ArgumentHelp("Use so many puppets; default: all.", valueName: "n"))
  var subjects: Int?

  @Option(help: ArgumentHelp("The file of results, JSON Lines.", valueName: "file"))
  var results: String

  @Option(help: ArgumentHelp("Where the photographs come from, for the report: one line.", valueName: "text"))
  var dataSet: String

  @Option(help: ArgumentHelp("Under which terms, for the report: one line.", valueName: "text"))
  var terms: String

  @Option(help: ArgumentHelp("Also write the report as a page.", valueName: "file.html"))
  var page: String?

  @Option(help: ArgumentHelp("How many are presented at a time, 1 to 64.", valueName: "n"))
  var width = 1

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard (1...100).contains(each) else { throw ValidationError("--each is 1 to 100.") }
    guard skip >= 0, (subjects ?? 1) >= 1 else {
      throw ValidationError("--skip is 0 or more, and --subjects 1 or more.")
    }
    guard (1...64).contains(width) else { throw ValidationError("--width is 1 to 64.") }
  }

  func report(to console: Console) async throws -> Report {
    if let page { try Files.checkWritable(page, besides: [results]) }
    let system = try await global.open(telling: console)
    let chosen = try PuppetPresentation.files(in: Files.absolute(puppets)).dropFirst(skip)
    let files = Array(chosen.prefix(subjects ?? .max))
    let presentations = [PuppetPresentation](of: files, species: species, each: each)
    let trial = AttackTrial(
      system,
      options: FaceCaptureOptions(
        livenessMode: mode.liveness, images: 1, timeout: .seconds(25)),
      mode: mode.rawValue, logger: global.logger)
    try await trial.check()
    var writer = try AttackResultsWriter(
      results,
      run: .puppets(
        system, photographs: .init(name: dataSet, terms: terms), date: Clock.day(Clock.now).description))
    let total = trial.remaining(presentations, besides: writer.evaluation)
    var done = 0
    let bar = ProgressBar(on: console)
    defer { bar.clear() }
    try await trial.run(presentations, besides: writer.evaluation, width: width) { judged in
      try writer.add(judged)
      done += 1
      bar.show("presenting", done, of: total)
    }
    bar.clear()
    let report = AttackReport(writer.evaluation)
    if let page { try Files.write(Array(report.html.utf8), to: page) }
    return Report(text: report.text, json: report.json)
  }
}
