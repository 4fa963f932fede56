// SPDX-License-Identifier: Apache-2.0

struct DeviceWatchCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Reports hot-plug events and changes of devices until stopped.",
    discussion: """
      One line per event; with --json one JSON document per line, the last of which has their number. Exit \
      code 1 if nothing can be watched. If a service such as pcscd is not running, it waits for it.
      """)
  static let isInterruptible = true

  @Option(help: ArgumentHelp("Only camera, microphone, card-reader or finger-reader.", valueName: "kind"))
  var kind: DeviceKind?

  @Option(help: ArgumentHelp("Stop after this many events.", valueName: "n"))
  var events: Int?

  @Option(help: ArgumentHelp("Stop after this many seconds.", valueName: "s"))
  var seconds: Double?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard events ?? 1 > 0 else { throw ValidationError("--events is 1 or more.") }
    guard seconds ?? 1 > 0, seconds ?? 1 <= 1e9 else { throw ValidationError("--seconds is above 0.") }
  }

  func report(to console: Console) async throws -> Report {
    let directory = await global.devices(telling: console)
    let stream = directory.watching(kind.map { [$0] } ?? DeviceKind.allCases)
    let limit = seconds
    return try await withThrowingTaskGroup(of: Report?.self) { group in
      group.addTask { try await tell(stream, to: console) }
      if let limit {
        group.addTask {
          try await Task.sleep(for: .seconds(limit))
          return nil
        }
      }
      var report = try await group.next() ?? nil
      group.cancelAll()
      // The time is up: the other task returns the events until then.
      if report == nil { report = try await group.next() ?? nil }
      guard let report else { throw CommandError.interrupted }
      return report
    }
  }

  private func tell(_ stream: AsyncStream<DeviceWatching>, to console: Console) async throws -> Report {
    var (count, watched) = (0, 0)
    var failures: [DeviceFailure] = []
    for await seen in stream {
      switch seen {
      case .began(let plugin):
        watched += 1
        // Its service was not running, and now is.
        failures.removeAll { $0.plugin == plugin }
        console.tell("watching: \(plugin)")
      case .failed(let failure):
        failures.append(failure)
        console.tell("failed: \(failure.plugin): \(failure.reason) \(failure.remedy) [\(failure.code)]")
      case .event(let event, let plugin):
        guard kind == nil || event.device == kind else { continue }
        count += 1
        if console.wantsJSON {
          Console.printJSON(Self.json(event, plugin))
        } else {
          Console.printLine(VisibleText.line(Self.text(event, plugin)))
        }
      }
      if count == events { break }
    }
    if watched == 0, let failure = failures.first {
      throw CommandError(
        .unknownName, place: failure.plugin, reason: failure.reason, remedy: failure.remedy)
    }
    guard watched > 0 || Task.isCancelled else {
      throw CommandError(
        .unknownName, place: kind?.rawValue ?? "devices",
        reason: "no plugin that can watch them is installed.",
        remedy: "Install one that provides imprint.device-watch/1.")
    }
    return Report(
      text: "\(count) events", json: ["events": count, "watched": watched],
      isSuccess: failures.isEmpty)
  }

  private static func text(_ event: DeviceEvent, _ plugin: String) -> String {
    let state =
      event.device == .cardReader && !event.locator.isEmpty
      ? " (\(CardReaderState(rawValue: event.readerState).words.joined(separator: ", ")))" : ""
    return "\(event.change.rawValue) \(event.device.rawValue) \(event.locator)\(state)"
  }

  private static func json(_ event: DeviceEvent, _ plugin: String) -> JSONValue {
    [
      "change": event.change.rawValue, "kind": event.device.rawValue, "locator": event.locator,
      "plugin": plugin, "timestampNanoseconds": Int(clamping: event.timestamp),
      "state": event.device == .cardReader ? CardReaderState(rawValue: event.readerState).words : nil,
    ]
  }
}
