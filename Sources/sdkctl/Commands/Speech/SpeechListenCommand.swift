// SPDX-License-Identifier: Apache-2.0

struct SpeechListenCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen", abstract: "Listens to a microphone and recognises what is said.",
    discussion: """
      Ends with the first utterance, which ends by a rule. A terminal shows the level of the microphone and the words \
      so far. With --json each event is a document of one line as it comes, and the last one has all results. Nothing \
      is kept unless it is asked for. Ctrl-C ends it without a result. Exit code 1 if nothing was recognised, or if \
      listening was interrupted, as by a microphone that is unplugged.
      """)
  static let isInterruptible = true

  @Option(
    help: ArgumentHelp(
      "A microphone as `device list` shows it, or the path of a recording; default: the first one.",
      valueName: "locator"))
  var microphone: String?

  @Flag(help: "Go on with the next utterance, until Ctrl-C.")
  var continuous = false

  @Flag(help: "Keep the sound of each utterance.")
  var record = false

  @Flag(help: "Keep what was recognised as JSON.")
  var metadata = false

  @Option(
    help: ArgumentHelp(
      "Where they are kept; default: imprint/utterances below $XDG_DATA_HOME or ~/.local/share.",
      valueName: "dir"))
  var recordings: String?

  @Option(
    help: ArgumentHelp(
      "How much is kept in all, the newest: 100000 to 1000000000000 bytes.", valueName: "bytes"))
  var budget = ListeningArchive.standardBudget

  @OptionGroup var listening: ListeningOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard ListeningArchive.budgets.contains(budget) else {
      throw ValidationError(
        "--budget is \(ListeningArchive.budgets.lowerBound) to \(ListeningArchive.budgets.upperBound).")
    }
  }

  func report(to console: Console) async throws -> Report {
    let archive =
      try recordings.map { (folder) throws(ListeningError) in
        try ListeningArchive(folder: Files.absolute(folder), budget: budget)
      } ?? ListeningArchive.standard(budget: budget)
    let listener = try await listening.listener(
      global, microphone: microphone, archive: archive, telling: console)
    await listener.setCreateAudioRecordings(record)
    await listener.setCreateJSONResultMetadata(metadata)
    var results: [ListeningResult] = []
    var isWhole = true
    do {
      repeat {
        guard let result = try await heard(listener, console) else {
          isWhole = false
          break
        }
        if continuous, !console.wantsJSON { Console.printLine(VisibleText.line(result.line)) }
        results.append(result)
        // What ends by itself, as a recording does, would end so again.
      } while continuous && results.last?.ending != .sourceEnded
    } catch {
      await listener.destroy()
      throw error
    }
    await listener.destroy()
    return Report(
      text: continuous
        ? "\(results.count) utterances"
        : results.map(\.line).map { VisibleText.line($0) }.joined(separator: "\n"),
      json: ["results": results.json(\.document)],
      isSuccess: isWhole && results.contains { !$0.words.isEmpty })
  }

  /// One utterance.
  /// - Returns: `nil` where it was interrupted.
  private func heard(_ listener: SpeechListener, _ console: Console) async throws -> ListeningResult? {
    var meter = ListeningMeter(on: console)
    for await event in try await listener.startListening() {
      meter.show(event)
      if console.wantsJSON { Console.printJSON(event.document) }
      switch event {
      case .began(.waiting): console.tell("waiting for the trigger")
      case .began: console.tell("listening")
      case .triggered(let trigger): console.tell("trigger: \(trigger.phrase)")
      case .finished(let result):
        for remark in result.remarks { console.tell(remark) }
        return result
      case .interrupted(let reason):
        console.tell("interrupted: \(reason.rawValue)")
        return nil
      case .failed(let error): throw error
      case .level, .speechBegan, .speechEnded, .partial, .ready, .cancelled: break
      }
    }
    throw CancellationError()
  }
}
