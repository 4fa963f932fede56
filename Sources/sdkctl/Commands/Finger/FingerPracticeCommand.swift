// SPDX-License-Identifier: Apache-2.0

struct FingerPracticeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "practice",
    abstract: "Teaches how to use a fingerprint reader, in four steps; keeps nothing.",
    discussion: """
      Three steps are sentences. The fourth is live: a finger is pressed until enough presses in a row are good \
      enough, and after each it is said what to do better. A terminal shows bars of quality and area. With --json \
      each event is a document of one line as it comes, and the last one has the presses. Exit code 1 if they did \
      not become good enough in time.
      """)
  static let isInterruptible = true

  @Option(help: "Which finger: one of the ten, or unknown.")
  var site = FingerSite(.unknown)

  @Option(help: ArgumentHelp("Presses in a row that have to be good enough, 1 to 10.", valueName: "n"))
  var presses = 3

  @Option(help: ArgumentHelp("The least quality of each, 0 to 100.", valueName: "quality"))
  var pressQuality = 40

  @Option(help: ArgumentHelp("How much of the sensor each has to cover, in percent.", valueName: "percent"))
  var pressArea = 40

  @Option(
    help: ArgumentHelp(
      "What measures the quality: the extractor of this type: imprint.finger-card, iso-19794-2-2005, "
        + "imprint.finger-edges or another plugin's.", valueName: "type"))
  var templateType: FingerTemplateType = .isoCompactCard

  @Flag(help: "Measure no quality: no extractor is needed, and --press-quality counts for nothing.")
  var withoutQuality = false

  @Flag(help: "Only a finger that the reader says is live; what it calls an attack is never accepted.")
  var requireLive = false

  @Option(help: FingerPressOptions.readerOption)
  var reader: String?

  @Option(help: FingerPressOptions.paceOption)
  var pace: CameraSource.Pace = .real

  @Option(help: FingerPressOptions.timeoutOption)
  var timeout = 120

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard site.site == .unknown || site.site.isFinger else {
      throw ValidationError("--site is one of the ten fingers, or unknown.")
    }
    guard (1...10).contains(presses) else { throw ValidationError("--presses is 1 to 10.") }
    guard (0...100).contains(pressQuality) else { throw ValidationError("--press-quality is 0 to 100.") }
    guard (0...100).contains(pressArea) else { throw ValidationError("--press-area is 0 to 100.") }
    guard (1...600).contains(timeout) else { throw ValidationError("--timeout is 1 to 600 seconds.") }
    guard pace == .real || reader != nil else { throw ValidationError("--pace full is of a script.") }
  }

  func report(to console: Console) async throws -> Report {
    let flows = try await global.openForFingers(telling: console).fingers.flows
    for step in FingerPracticeStep.allCases {
      if console.wantsJSON { Console.printJSON(step.document) }
      console.tell(step.line)
    }
    let demand = FingerDemand(
      reader: reader.map { FingerReaderOptions(locator: $0, pace: pace == .real ? .real : .full) },
      timeout: .seconds(timeout), minimumQuality: pressQuality, minimumArea: pressArea,
      requiresLive: requireLive, enhances: false)
    let pictures = try await practise(
      try await flows.practice(
        FingerPracticeSettings(
          demand: demand, site: site.site, presses: presses,
          templateType: withoutQuality ? nil : templateType)), console)
    let qualities = pictures.map { $0.quality.map { "\($0)" } ?? "not measured" }
    return Report(
      text: "\(console.styled("practised", .green)): "
        + (pictures.count == 1 ? "1 good press" : "\(pictures.count) good presses in a row")
        + ", quality \(qualities.joined(separator: ", ")), area "
        + pictures.map { "\($0.measures.area)" }.joined(separator: ", ") + " %",
      json: ["site": site.site.name, "presses": pictures.json(\.json)])
  }

  /// The live step.
  private func practise(
    _ operation: FingerOperation<[FingerPicture]>, _ console: Console
  ) async throws -> [FingerPicture] {
    var meter = FingerMeter(on: console)
    for await event in operation.events {
      meter.clear()
      if console.wantsJSON { Console.printJSON(event.document) }
      if let line = event.line { console.tell(line) }
      meter.show(event)
    }
    meter.clear()
    do throws(FingerCaptureError) { return try await operation.value() } catch {
      if error.code == .cancelled { throw CancellationError() }
      throw error
    }
  }
}
