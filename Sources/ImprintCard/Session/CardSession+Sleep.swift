// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// What becomes of a session while the machine sleeps, and who is told.
extension CardSession {
  /// Closes the connection and takes the power off the card, before the machine sleeps or for any other reason. A command
  /// that is being sent is waited for; a transaction is broken off. Nothing happens where it is suspended already.
  public func suspend() async {
    await suspend(machineSlept: false)
  }

  func suspend(machineSlept: Bool) async {
    guard case .open(let link, _) = state else { return }
    state = .suspended
    generation += 1
    hasVerified = false
    // It ends whether it throws or not; a card that is gone has no power anyway.
    do throws(CardError) { try await link.disconnect(.unpower) } catch {}
    tell(.suspended(machineSlept: machineSlept))
  }

  /// Opens the session again after ``suspend()``: nothing is selected or verified. Nothing happens where it is open.
  /// - Throws: ``CardError`` as for a new session, such as `card-missing`; it stays suspended then, and may be tried
  ///   again. Where the session is over, why.
  public func resume() async throws(CardError) {
    switch state {
    case .open: return
    case .over(let error): throw error
    case .suspended: break
    }
    guard !isResuming else { throw .suspended("the session is being resumed.") }
    isResuming = true
    defer { isResuming = false }
    let link = try await connect()
    let channel = await Self.channel(over: link, options)
    guard case .suspended = state else {
      // Closed meanwhile.
      do throws(CardError) { try await link.disconnect(.leave) } catch {}
      return
    }
    state = .open(link, channel)
    tell(.resumed)
  }

  /// Where the machine has slept: the old connection is closed and another one opened, and one command is going to say so.
  func lookForSleep() async {
    guard options.power == .automatic, sleep.hasSlept(), case .open = state else { return }
    owesSleep = true
    await suspend(machineSlept: true)
    do throws(CardError) { try await resume() } catch { finish(error) }
  }

  /// What becomes of the session from now on; any number may listen. Ends with the session.
  ///
  /// While somebody listens and ``CardPower/automatic`` holds, the clocks are looked at every two seconds, so that sleep
  /// is told without a command.
  public func events() -> AsyncStream<CardSessionEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CardSessionEvent.self, bufferingPolicy: .bufferingNewest(64))
    if case .over(let error) = state {
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
          await self.lookForSleep()
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

  func tell(_ event: CardSessionEvent) {
    for subscriber in subscribers.values { subscriber.yield(event) }
  }
}
