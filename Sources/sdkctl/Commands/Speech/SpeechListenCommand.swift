// SPDX-License-Identifier: Apache-2.0

struct SpeechListenCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen", abstract: "Listens to a microphone and recognises what is said.",
    discussion: """
      Ends with the first utterance, which ends by a rule. A terminal shows the level of the microphone and the words \
      so far. With --json each event is a document of one line as it comes, and the last one has the result. With \
      --continuous results are told as they come, none of them without words, and nothing ends it but Ctrl-C or an \
      interruption. A recording that is given as a microphone has one channel and the recogniser's rate, 16000 frames \
      a second for most: `speech recognize` takes any. Nothing is kept unless it is asked for. Ctrl-C ends it without \
      a result. Exit code 1 if nothing was recognised, or if listening was interrupted, as by a microphone that is \
      unplugged.
      """)
  static let isInterruptible = true

  @Option(
    help: ArgumentHelp(
      "A microphone as `device list` shows it, or the path of a recording; default: the first one.",
      valueName: "locator"))
  var microphone: String?

  @Flag(help: "Go on with the next utterance, until Ctrl-C; not of a recording.")
  var continuous = false

  @Flag(help: "Keep the sound of each utterance.")
  var record = false

  @Flag(help: "Keep what was recognised as JSON.")
  var metadata = false

  @Option(
    help: ArgumentHelp(
      "Where they are kept; default: imprint/utterances/sdkctl below $XDG_DATA_HOME or ~/.local/share.",
      valueName: "dir"))
  var recordings: String?

  @Option(
    help: ArgumentHelp(
      "How much is kept in all, the newest: \(ListeningArchive.budgets.lowerBound) to "
        + "\(ListeningArchive.budgets.upperBound) bytes; default: \(ListeningArchive.standardBudget).",
      valueName: "bytes"))
  var budget: Int?

  @OptionGroup var listening: ListeningOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard ListeningArchive.budgets.contains(budget ?? ListeningArchive.standardBudget) else {
      throw ValidationError(
        "--budget is \(ListeningArchive.budgets.lowerBound) to \(ListeningArchive.budgets.upperBound).")
    }
    guard record || metadata || recordings == nil && budget == nil else {
      throw ValidationError("--recordings and --budget are of what is kept: give --record or --metadata.")
    }
    // It would be opened again for each utterance, and begin anew.
    guard !continuous || microphone.map({ !Files.exists($0) }) ?? true else {
      throw ValidationError("--continuous is of a microphone: speech recognize takes all of a recording.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let budget = budget ?? ListeningArchive.standardBudget
    let archive =
      try recordings.map { (folder) throws(ListeningError) in
        try ListeningArchive(folder: Files.absolute(folder), budget: budget)
      } ?? ListeningArchive.standard(application: "sdkctl", budget: budget)
    let listener = try await listening.listener(
      global, microphone: microphone, archive: archive, telling: console)
    await listener.setCreateAudioRecordings(record)
    await listener.setCreateJSONResultMetadata(metadata)
    do {
      let report = continuous ? try await all(listener, console) : try await one(listener, console)
      await listener.destroy()
      return report
    } catch {
      await listener.destroy()
      throw error
    }
  }

  private func one(_ listener: SpeechListener, _ console: Console) async throws -> Report {
    let result = try await heard(listener, console, tellsBegin: true)
    return Report(
      text: result.map { VisibleText.line($0.line) } ?? "",
      json: ["results": (result.map { [$0] } ?? []).json(\.document)],
      isSuccess: result?.words.isEmpty == false)
  }

  /// Each is told when it comes, and none is kept: it may go on for days.
  private func all(_ listener: SpeechListener, _ console: Console) async throws -> Report {
    var count = 0
    var isInterrupted = false
    var tellsBegin = true
    while true {
      guard let result = try await heard(listener, console, tellsBegin: tellsBegin) else {
        isInterrupted = true
        break
      }
      // In a quiet room nobody speaks, every few seconds.
      tellsBegin = !result.words.isEmpty
      if !result.words.isEmpty {
        count += 1
        if !console.wantsJSON { Console.printLine(VisibleText.line(result.line)) }
      }
      if result.ending == .sourceEnded { break }
    }
    return Report(
      text: "\(count) utterances", json: ["utterances": count], isSuccess: !isInterrupted && count > 0)
  }

  /// One utterance.
  /// - Parameter tellsBegin: whether it is said that it listens.
  /// - Returns: `nil` where it was interrupted.
  private func heard(
    _ listener: SpeechListener, _ console: Console, tellsBegin: Bool
  ) async throws -> ListeningResult? {
    var meter = ListeningMeter(on: console)
    for await event in try await listener.startListening() {
      meter.show(event)
      if console.wantsJSON { Console.printJSON(event.document) }
      switch event {
      case .began(let state) where tellsBegin:
        console.tell(state == .waiting ? "waiting for the trigger" : "listening")
      case .triggered(let trigger): console.tell("trigger: \(trigger.phrase)")
      case .finished(let result):
        for remark in result.remarks { console.tell(remark) }
        return result
      case .interrupted(let reason):
        console.tell("interrupted: \(reason.rawValue)")
        return nil
      case .failed(let error): throw error
      case .began, .level, .speechBegan, .speechEnded, .partial, .ready, .cancelled: break
      }
    }
    throw CancellationError()
  }
}
