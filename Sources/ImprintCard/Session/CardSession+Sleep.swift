// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// How a session is suspended, resumed and closed, and who is told.
extension CardSession {
  /// Closes the connection and takes the power off the card, before the machine sleeps or for any other
  /// reason. A command that is being sent is waited for; a transaction is broken off; another program's is
  /// waited for up to three seconds. So is a resumption that is going on.
  /// Nothing happens where it is suspended already.
  /// - Returns: why the power could not be taken off, so that PINs may still be verified; `nil` where it was.
  ///   The session is suspended either way.
  @discardableResult
  public func suspend() async -> CardError? {
    await carryOut(.suspension)
  }

  /// Opens the session again after ``suspend()``: nothing is selected or verified. Nothing happens where it
  /// is open.
  /// - Throws: ``CardError`` as for a new session, such as `card-missing`; it stays suspended then, and may
  ///   be tried again. Where the session is over, why.
  public func resume() async throws(CardError) {
    if let failure = await carryOut(.resumption) { throw failure }
  }

  /// Ends the session; each later call throws `closed`. A session that is let go without it leaves the card
  /// as it is.
  ///
  /// A command that is on its way is waited for, and another program's transaction where the card is to be
  /// reset, each as long as ``CardSessionOptions/wait``.
  /// - Parameter disposition: `nil`, the default, resets the card where a PIN may have been verified through
  ///   this session, so that it is not there for whoever comes next; else leaves it as it is.
  /// - Returns: why that could not be done to the card, so that its PINs may still be verified, for whoever
  ///   has it now; `nil` where it was done. The session is over either way.
  @discardableResult
  public func close(_ disposition: CardDisposition? = nil) async -> CardError? {
    await carryOut(.closing(disposition))
  }

  /// What becomes of the session from now on; any number may listen. Ends with the session.
  ///
  /// While somebody listens and ``CardPower/automatic`` holds, the clocks are looked at every two seconds, so
  /// that sleep is told without a command.
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
