// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime
private import Synchronization

/// Smart card readers, their events, and sessions with the cards in them.
public struct CardReaders: Sendable {
  private let service: any CardReaderService
  private let clock: any SleepClock

  public init(_ service: any CardReaderService, clock: any SleepClock = SystemSleepClock()) {
    self.service = service
    self.clock = clock
  }

  /// The readers of a plugin that provides `imprint.card-reader/1`. ``events()`` needs
  /// `imprint.device-watch/1` too.
  public init(_ plugin: OpenPlugin, clock: any SleepClock = SystemSleepClock()) {
    self.init(PluginCardReaders(plugin), clock: clock)
  }

  /// The readers now present, with or without cards; may be empty.
  /// - Throws: ``CardError`` `service` if the system's smart card service is not running; `reader-denied`.
  public func list() async throws(CardError) -> [CardReaderInfo] {
    try await service.readers()
  }

  /// Finds a reader by what a person enters.
  /// - Parameter wanted: a locator, a name, or an unambiguous prefix of one; `nil`: the only reader, or the
  ///   only one with a card.
  /// - Throws: ``CardError`` `reader-missing`, which lists those present.
  public func reader(_ wanted: String? = nil) async throws(CardError) -> CardReaderInfo {
    let all = try await list()
    guard let wanted else {
      let withCard = all.filter { $0.state.contains(.card) }
      if let only = withCard.count == 1 ? withCard.first : all.count == 1 ? all.first : nil { return only }
      let reason =
        all.isEmpty
        ? "there is none."
        : withCard.isEmpty ? "none of \(all.count) has a card." : "\(withCard.count) have a card."
      throw Self.missing(all, place: "readers", reason)
    }
    if let exact = all.first(where: { $0.locator == wanted }) ?? all.first(where: { $0.name == wanted }) {
      return exact
    }
    let fitting = all.filter { $0.name.hasPrefix(wanted) || $0.locator.hasPrefix(wanted) }
    guard fitting.count == 1 else {
      throw Self.missing(
        all, place: wanted,
        fitting.isEmpty ? "there is no reader of that name." : "\(fitting.count) readers begin so.")
    }
    return fitting[0]
  }

  private static func missing(_ all: [CardReaderInfo], place: String, _ reason: String) -> CardError {
    let names = all.map { "'\($0.name)'" }.joined(separator: ", ")
    return CardError(
      .readerMissing, place: place, reason: reason,
      remedy: all.isEmpty ? "Plug a reader in." : "Name one of these: \(names).")
  }

  /// Connects to the card in a reader.
  /// - Parameter wanted: as in ``reader(_:)``.
  /// - Throws: ``CardError`` `busy` if another program has exclusive access, or exclusive access was
  ///   requested and another program is connected; `card-missing`, `card-mute`, `reader-missing`,
  ///   `reader-denied`, `service`, `unsupported`.
  public func session(
    in wanted: String? = nil, _ options: CardSessionOptions = CardSessionOptions()
  ) async throws(CardError) -> CardSession {
    let reader = try await reader(wanted)
    guard reader.state.contains(.card) || options.share == .direct else { throw .noCard(in: reader) }
    let service = service
    let connection = options.connection(to: reader.locator)
    return try await CardSession(reader: reader.locator, options: options, clock: clock) {
      () async throws(CardError) in try await service.connect(connection)
    }
  }

  /// Reader events from this call on; for one listener: call again for another. Begins with the present
  /// state: each reader as added, each card as inserted.
  ///
  /// Ends by throwing ``CardError`` if watching is not possible: `reader-denied`, `unsupported`. The end of
  /// the service, or of the plugin's worker, is an event, and so is its return.
  public func events() -> AsyncThrowingStream<CardReaderEvent, any Error> {
    let service = service
    return AsyncThrowingStream { continuation in
      let task = Task {
        var follower = ReaderFollower(service: service)
        do {
          try await follower.follow { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Waits for a card.
  /// - Parameters:
  ///   - wanted: a reader's locator or name; `nil`: any.
  ///   - timeout: the maximum wait.
  /// - Returns: a reader with a card, immediately if there is one.
  /// - Throws: ``CardError`` `timeout`, `cancelled`, and what ``events()`` throws; if the service is not
  ///   running at the deadline, `service` instead of `timeout`.
  public func waitForCard(in wanted: String? = nil, timeout: Duration) async throws(CardError)
    -> CardReaderInfo
  {
    let events = events()
    let stopped = Stopped()
    do {
      return try await withThrowingTaskGroup(of: CardReaderInfo?.self) { group in
        group.addTask {
          for try await event in events {
            switch event {
            case .cardInserted(let reader)
            where wanted == nil || reader.locator == wanted || reader.name == wanted:
              return reader
            case .serviceStopped(let error): stopped.error.withLock { $0 = error }
            case .serviceReturned: stopped.error.withLock { $0 = nil }
            default: break
            }
          }
          return nil
        }
        group.addTask {
          try await Task.sleep(for: timeout)
          return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let reader = first else {
          if Task.isCancelled { throw CancellationError() }
          // Without the service no card is detected: report that instead.
          if let error = stopped.error.withLock({ $0 }) { throw error }
          throw CardError(
            .timeout, place: wanted ?? "readers", reason: "no card came within \(timeout).",
            remedy: "Put the card in.")
        }
        return reader
      }
    } catch let error as CardError {
      throw error
    } catch {
      throw CardError(.cancelled, place: "readers", reason: "waiting was cancelled.", remedy: "Wait again.")
    }
  }
}

/// Why no card can be detected at the moment.
private final class Stopped: Sendable {
  let error = Mutex<CardError?>(nil)
}

extension CardError {
  static func noCard(in reader: CardReaderInfo) -> CardError {
    CardError(
      .cardMissing, place: reader.name, reason: "there is no card in it.", remedy: "Put the card in.")
  }
}
