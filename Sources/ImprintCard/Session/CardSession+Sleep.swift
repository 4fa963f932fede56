// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// What becomes of a session while the machine sleeps, and who is told.
extension CardSession {
  /// How long a suspension waits for another program's transaction, at most: a machine that is going to sleep
  /// waits for nobody for long.
  private static let suspensionWait = Duration.seconds(3)

  /// Closes the connection and takes the power off the card, before the machine sleeps or for any other
  /// reason. A command that is being sent is waited for; a transaction is broken off; another program's is
  /// waited for up to three seconds. So is a resumption that is going on.
  /// Nothing happens where it is suspended already.
  /// - Returns: why the power could not be taken off, so that PINs may still be verified; `nil` where it was.
  ///   The session is suspended either way.
  @discardableResult
  public func suspend() async -> CardError? {
    // From now on the application says when it goes on.
    reopening = nil
    suspensions += 1
    return await suspend(machineSlept: false)
  }

  @discardableResult
  func suspend(machineSlept: Bool) async -> CardError? {
    if let suspending { return await suspending.value }
    // It sees that it was overtaken, and takes the power off again.
    if let resuming { _ = await resuming.value }
    switch state {
    case .open(let connection):
      state = .suspended
      reopeningFailure = nil
      generation += 1
      isResetByUs = false
      let mayBeVerified = mayBeVerified
      let task = Task { await self.takePowerOff(connection.link, mayBeVerified, machineSlept: machineSlept) }
      suspending = task
      return await task.value
    case .suspended: return undone
    case .over: return nil
    }
  }

  private func takePowerOff(
    _ link: any CardLink, _ mayBeVerified: Bool, machineSlept: Bool
  ) async -> CardError? {
    undone = await dispose(of: link, .unpower, within: min(options.wait, Self.suspensionWait))
    hasVerified = undone != nil && mayBeVerified
    tell(.suspended(machineSlept: machineSlept))
    suspending = nil
    return undone
  }

  /// Opens the session again after ``suspend()``: nothing is selected or verified. Nothing happens where it
  /// is open.
  /// - Throws: ``CardError`` as for a new session, such as `card-missing`; it stays suspended then, and may
  ///   be tried again. Where the session is over, why.
  public func resume() async throws(CardError) {
    switch state {
    case .open: return
    case .over(let error): throw error
    case .suspended: break
    }
    guard resuming == nil else { throw .suspended("the session is being resumed.") }
    // The old connection takes the power off the card, which would end the new one.
    guard suspending == nil else { throw .suspended("the session is being suspended.") }
    let task = Task { () async -> Result<Void, CardError> in
      do throws(CardError) { return .success(try await self.connectAgain()) } catch { return .failure(error) }
    }
    resuming = task
    try await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }.get()
  }

  private func connectAgain() async throws(CardError) {
    defer { resuming = nil }
    // What the new connection has was not there while the machine slept.
    _ = sleep.hasSlept()
    let asked = suspensions
    let link = try await connect()
    let (channel, _) = await Self.channel(over: link, options, known: known)
    switch state {
    case .suspended where suspensions == asked:
      state = .open(Connection(link: link, channel: channel, generation: generation))
      reopening = nil
      reopeningFailure = nil
      tell(.resumed)
    case .suspended:
      // Suspended once more, which is to leave the card without power.
      undone = await dispose(of: link, .unpower, within: min(options.wait, Self.suspensionWait))
      hasVerified = undone != nil && hasVerified
      throw .suspended("the session was suspended while it was resumed.")
    case .open: break
    case .over(let error):
      // Closed meanwhile. A PIN that a suspension could not make it forget, the card forgets now.
      let wanted: CardDisposition = hasVerified ? .reset : .leave
      undone = await dispose(of: link, wanted, within: options.wait)
      hasVerified = undone != nil && hasVerified
      throw error
    }
  }

  /// Where the machine has slept: the old connection is closed and another one opened, and one command is
  /// going to say so.
  ///
  /// Readers and services take a while to be there again: it is tried at each look, as long as
  /// ``CardSessionOptions/reopening`` says.
  func lookForSleep() async {
    guard options.power == .automatic else { return }
    if case .open = state, sleep.hasSlept() {
      owesSleep = true
      // Before it is waited for: a suspension that the application asks for meanwhile takes it back.
      reopening = ContinuousClock.now + options.reopening
      await suspend(machineSlept: true)
    }
    guard let deadline = reopening, case .suspended = state, resuming == nil, suspending == nil else {
      return
    }
    do throws(CardError) { try await resume() } catch {
      guard reopening != nil, case .suspended = state else { return }
      guard error.maySettle, ContinuousClock.now < deadline else { return finish(error) }
      reopeningFailure = error
    }
  }

  /// What becomes of the session from now on; any number may listen. Ends with the session.
  ///
  /// While somebody listens and ``CardPower/automatic`` holds, the clocks are looked at every two seconds, so
  /// that sleep is told without a command.
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

extension CardError {
  /// Whether a machine that has just woken up may mend it by itself.
  fileprivate var maySettle: Bool {
    [.readerMissing, .readerGone, .cardMissing, .cardMute, .busy, .service].contains(code)
  }
}
