// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// Turns change notifications into events, by comparing listings.
struct ReaderFollower {
  /// The maximum latency of cancellation.
  static let longestWait = Duration.milliseconds(500)
  /// The polling interval for a service that is not running.
  static let pause = Duration.milliseconds(250)

  let service: any CardReaderService
  private var known: [CardReaderInfo] = []
  private var isStopped = false

  init(service: any CardReaderService) { self.service = service }

  /// Runs until the task is cancelled.
  mutating func follow(_ tell: (CardReaderEvent) -> Void) async throws {
    while !Task.isCancelled {
      do throws(CardError) {
        // The watch first, so that no change is missed before the listing.
        let watch = try await service.watch()
        defer { watch.cancel() }
        try await look(tell)
        while !Task.isCancelled {
          if try await waiting(for: watch) { try await look(tell) }
        }
      } catch {
        guard error.code == .service || error.code == .plugin else { throw error }
        // The next watch restarts a worker that has ended.
        stopped(error, tell)
        do { try await Task.sleep(for: Self.pause) } catch { return }
      }
    }
  }

  private func waiting(for watch: any CardReaderWatch) async throws(CardError) -> Bool {
    do throws(CardError) {
      return try await watch.next(timeout: Self.longestWait)
    } catch  where error.code == .timeout {
      return false
    } catch  where error.code == .cancelled && Task.isCancelled {
      return false
    }
  }

  private mutating func look(_ tell: (CardReaderEvent) -> Void) async throws(CardError) {
    let now = try await service.readers()
    if isStopped {
      isStopped = false
      tell(.serviceReturned)
    }
    for event in CardReaderEvent.changes(from: known, to: now) { tell(event) }
    known = now
  }

  private mutating func stopped(_ error: CardError, _ tell: (CardReaderEvent) -> Void) {
    guard !isStopped else { return }
    isStopped = true
    for event in CardReaderEvent.changes(from: known, to: []) { tell(event) }
    known = []
    tell(.serviceStopped(error))
  }
}
