// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Suspending, resuming and closing a session, and its events.
extension CardSession {
  /// Closes the connection and powers the card down, before a suspend or for any other reason. Waits for a
  /// command in progress; aborts a transaction; waits up to three seconds for another program's, and for a
  /// resumption in progress. No effect if already suspended.
  /// - Returns: why the card could not be powered down, so that PINs may still be verified; `nil` on success.
  ///   The session is suspended either way.
  @discardableResult
  public func suspend() async -> CardError? {
    await carryOut(.suspension)
  }

  /// Reopens the session after ``suspend()``: nothing is selected or verified. No effect if open.
  /// - Throws: ``CardError`` as for a new session, such as `card-missing`; it then stays suspended, and this
  ///   may be retried. If the session has ended, why.
  public func resume() async throws(CardError) {
    if let failure = await carryOut(.resumption) { throw failure }
  }

  /// Ends the session; each later call throws `closed`. A session released without this does not touch the
  /// card.
  ///
  /// Waits for a command in progress, and for another program's transaction if the card is to be reset, each
  /// at most ``CardSessionOptions/wait``.
  /// - Parameter disposition: `nil`, the default, resets the card if a PIN may have been verified in this
  ///   session, so that the next user cannot exploit it; else leaves it as it is.
  /// - Returns: why the disposition failed, so that its PINs may still be verified for another user; `nil` on
  ///   success. The session has ended either way.
  @discardableResult
  public func close(_ disposition: CardDisposition? = nil) async -> CardError? {
    await carryOut(.closing(disposition))
  }

  /// Events of the session from now on; for any number of listeners. Ends with the session.
  ///
  /// With listeners and ``CardPower/automatic`` the clocks are polled every two seconds, so that a suspend is
  /// reported without a command.
  public func events() -> AsyncStream<CardSessionEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CardSessionEvent.self, bufferingPolicy: .bufferingNewest(64))
    if let error = machine.end {
      continuation.yield(.ended(error))
      continuation.finish()
      return stream
    }
    subscriptions += 1
    let number = subscriptions
    subscribers[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
    if options.power == .automatic, watch == nil {
      watch = Task { [weak self] in
        while !Task.isCancelled {
          do { try await Task.sleep(for: .seconds(2)) } catch { return }
          guard let self else { return }
          await self.carryOut(.look)
        }
      }
    }
    return stream
  }

  func forget(_ number: Int) {
    subscribers[number] = nil
    guard subscribers.isEmpty else { return }
    watch?.cancel()
    watch = nil
  }
}
