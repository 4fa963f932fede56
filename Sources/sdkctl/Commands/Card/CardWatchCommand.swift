// SPDX-License-Identifier: Apache-2.0

struct CardWatchCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Reports hot-plug events of readers, and insertion and removal of cards.",
    discussion: """
      Starts with the readers and cards present. Prints one line per event as it happens; with --json one \
      document with all of them at the end. Stops after --seconds or --events, or on Ctrl-C, which is exit \
      code 1.
      """)
  static let isInterruptible = true

  @Option(help: ArgumentHelp("Stop after this many seconds.", valueName: "n"))
  var seconds: Int?

  @Option(help: ArgumentHelp("Stop after this many events.", valueName: "n"))
  var events: Int?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard (1...86_400).contains(seconds ?? 1) else { throw ValidationError("--seconds is 1 to 86400.") }
    guard (1...10_000).contains(events ?? 1) else { throw ValidationError("--events is 1 to 10000.") }
    // The events of an unbounded document would fill the memory.
    if global.json, seconds == nil, events == nil {
      throw ValidationError("With --json give --seconds or --events: the document is printed at the end.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let stream = try await global.cardReaders(telling: console).events()
    let told = try await withThrowingTaskGroup(of: [JSONValue]?.self) { group in
      group.addTask { try await follow(stream) }
      if let seconds {
        group.addTask {
          try await Task.sleep(for: .seconds(seconds))
          return nil
        }
      }
      let first = try await group.next() ?? nil
      group.cancelAll()
      if let first { return first }
      // The time is up: return the events until then.
      return try await group.next()?.map { $0 } ?? []
    }
    try Task.checkCancellation()
    // As text, each event was already printed.
    guard global.json else { return .told }
    return Report(text: "", json: ["events": told])
  }

  private func follow(_ stream: AsyncThrowingStream<CardReaderEvent, any Error>) async throws -> [JSONValue] {
    var told: [JSONValue] = []
    for try await event in stream {
      if !global.json { Console.printLine(VisibleText.line(Self.line(event))) }
      if global.json || events != nil { told.append(Self.json(event)) }
      if let events, told.count >= events { break }
    }
    return told
  }

  private static func name(_ event: CardReaderEvent) -> String {
    switch event {
    case .readerAdded: "reader-added"
    case .readerRemoved: "reader-removed"
    case .cardInserted: "card-inserted"
    case .cardRemoved: "card-removed"
    case .stateChanged: "state-changed"
    case .serviceStopped: "service-stopped"
    case .serviceReturned: "service-returned"
    }
  }

  private static func line(_ event: CardReaderEvent) -> String {
    switch event {
    case .cardInserted(let reader): "\(name(event)): \(reader.name): \(Hex.text(reader.atr, separator: " "))"
    case .stateChanged(let reader): "\(name(event)): \(reader.name): \(reader.words)"
    case .serviceStopped(let error): "\(name(event)): \(error.reason) \(error.remedy)"
    default: event.reader.map { "\(name(event)): \($0.name)" } ?? name(event)
    }
  }

  private static func json(_ event: CardReaderEvent) -> JSONValue {
    ["event": name(event), "reader": event.reader?.json]
  }
}
