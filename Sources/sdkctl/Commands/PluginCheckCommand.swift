// SPDX-License-Identifier: Apache-2.0

struct PluginCheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Examines a plugin: runs every conformance check, each in its own process.",
    discussion: """
      Runs the plugin's code. Exit code 1 if a check fails and no waiver accepts the failure. --seed repeats \
      a run with the same random choices, and --reproduce runs one check alone, with its output and without \
      a deadline.

      The plugin's code runs in the check's own process, or, with --isolation process, in a worker that the \
      check starts. Some checks are for one of them only. With --sign-key each runs in a worker if possible, \
      otherwise in its own process behind walls; the key is read after all of the plugin's processes have \
      ended.
      """)

  static let isInterruptible = true

  @Argument(help: "The plugin's id, or its folder.")
  var plugin: String?

  @Flag(help: "List all checks without running any.")
  var list = false

  @Option(help: ArgumentHelp("Run only this check; may be repeated.", valueName: "check"))
  var only: [String] = []

  @Option(help: ArgumentHelp("The seed of the random choices, to repeat a run.", valueName: "number"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp("Run one check again, as given in a report.", valueName: "check:seed"),
    transform: { text in
      guard let seed = CheckSeed(text) else { throw ValidationError("The format is check:seed.") }
      return seed
    })
  var reproduce: CheckSeed?

  @Option(
    help: ArgumentHelp(
      "Use this camera, microphone, card reader or fingerprint reader; default: the first one listed.",
      valueName: "locator"))
  var device: String?

  @Option(help: ArgumentHelp("Number of checks run concurrently.", valueName: "number"))
  var jobs = 2

  @Option(
    help: ArgumentHelp(
      "The factor by which each check's deadline is multiplied, for a slow or emulated machine.",
      valueName: "number"))
  var deadlineFactor = 1.0

  @Option(help: ArgumentHelp("Write the results as JUnit XML.", valueName: "file"))
  var junit: String?

  @Option(
    help: ArgumentHelp(
      "The examiner's waivers: accepted failures, with reasons. A file outside the plugin's folder.",
      valueName: "file"))
  var waivers: String?

  @Option(
    help: ArgumentHelp(
      "The private key to sign the result of all checks with, if it is good; the result is written to the "
        + "plugin's folder.",
      valueName: "file"))
  var signKey: String?

  @Option(
    help: ArgumentHelp("The certificate chain of --sign-key, its own certificate first.", valueName: "file"))
  var certificates: String?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard list || plugin != nil else { throw ValidationError("Missing expected argument '<plugin>'") }
    guard (signKey == nil) == (certificates == nil) else {
      throw ValidationError("--sign-key and --certificates go together.")
    }
    guard signKey == nil || only.isEmpty else {
      throw ValidationError("--sign-key needs all checks: omit --only.")
    }
    guard (1...100).contains(deadlineFactor) else { throw ValidationError("--deadline-factor is 1 to 100.") }
    guard signKey == nil || global.isolation != .inProcess else {
      throw ValidationError("--sign-key needs checks in a worker: omit --isolation, or give 'process'.")
    }
    guard signKey == nil || deadlineFactor == 1 else {
      throw ValidationError("--sign-key needs the original deadlines: omit --deadline-factor.")
    }
    guard jobs >= 1, jobs <= 64 else { throw ValidationError("--jobs is 1 to 64.") }
  }

  func report(to console: Console) async throws -> Report {
    guard !list, let plugin else { return CheckListing.report }
    let place = try PluginPlace.named(plugin, in: global)
    var settings = seed.map { CheckSettings(seed: $0) } ?? CheckSettings()
    settings.isolation = global.isolation?.isolation ?? .inProcess
    settings.jobs = jobs
    settings.deadlineFactor = deadlineFactor
    settings.device = device
    let runner = CheckRunner(program: try .installed(), settings: settings)
    if let reproduce {
      let result = try runner.reproduce(reproduce, at: place) { console.tell($0) }
      return Report(
        text: CheckText.line(of: result, console), json: ["outcome": result.outcome.word],
        isSuccess: !result.isFailure)
    }
    let signing = try zip(signKey, certificates).map {
      try ConformanceSigning(key: Files.absolute($0), certificates: Files.absolute($1), of: place)
    }
    settings.isExamination = signing != nil
    settings.only = only.isEmpty ? nil : Set(only)
    if let waivers { settings.waivers = try CheckWaivers.read(waivers, for: place) }
    if Files.exists("\(place.folder)/\(CheckWaivers.formerName)") {
      console.tell(
        "note: \(CheckWaivers.formerName) in the plugin's folder is not read: only an examiner can waive a "
          + "failure"
      )
    }
    let report = try await CheckRunner(program: .installed(), settings: settings).run(place) { result in
      if console.showsProgress, !console.wantsJSON { console.tell("\(result.word) \(result.check)") }
    }
    if let signing, report.isSuccess {
      try signing.sign(report, at: Clock.now)
    } else if signing != nil {
      console.tell("not signed: a check failed")
    }
    if let junit { try Files.write(Array(report.junit.utf8), to: junit) }
    return Report(
      text: CheckText.text(of: report, named: plugin, console), json: report.json, isSuccess: report.isSuccess
    )
  }
}

extension PluginPlace {
  /// A plugin by its id, or by its folder where the argument can only be a path.
  static func named(_ text: String, in global: GlobalOptions) throws -> PluginPlace {
    if text.contains("/") || Files.exists("\(text)/plugin.yaml") {
      guard Files.exists("\(text)/plugin.yaml") else {
        throw CheckRunError(
          .noPlugin, place: text, reason: "there is no plugin.yaml in it.",
          remedy: "Give the folder of a plugin, or a plugin's id.")
      }
      return PluginPlace(folder: Files.absolute(text), root: global.roots.first.map(Files.absolute))
    }
    let catalog = global.catalog()
    if let found = catalog.plugin(withID: text) { return PluginPlace(found) }
    // A plugin that cannot be opened can still be examined.
    if let skip = catalog.skip(ofID: text) { return PluginPlace(folder: skip.place, root: skip.root.path) }
    throw CommandError.unknownPlugin(text, in: catalog)
  }
}

private func zip<First, Second>(_ first: First?, _ second: Second?) -> (First, Second)? {
  guard let first, let second else { return nil }
  return (first, second)
}
