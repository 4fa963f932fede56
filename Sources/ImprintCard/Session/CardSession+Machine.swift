// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime
internal import ImprintThreads

/// Executes the state machine's decisions.
extension CardSession {
  /// The length of one wait for another program's transaction, which bounds the latency of cancellation.
  private static let slice = Duration.milliseconds(200)

  /// Performs `work` on the card once allowed, and returns its result.
  func answer<Answer: Sendable>(
    to wish: Machine.Wish, status: (Answer) -> StatusWord? = { _ in nil },
    _ work: (Connection) async throws(CardError) -> Answer
  ) async throws(CardError) -> Answer {
    var answer: Answer?
    let failure = await carryOut(wish) { connection throws(CardError) in
      let given = try await work(connection)
      answer = given
      return status(given)
    }
    if let failure { throw failure }
    guard let answer else { preconditionFailure("What did not fail was done.") }
    return answer
  }

  /// - Parameters:
  ///   - wait: `nil` is ``CardSessionOptions/wait``.
  ///   - work: returns the status word of a command.
  /// - Returns: why it was not done.
  @discardableResult
  func carryOut(
    _ wish: Machine.Wish, within wait: Duration? = nil,
    _ work: (Connection) async throws(CardError) -> StatusWord? = { _ in nil }
  ) async -> CardError? {
    let deadline = ContinuousClock.now + (wait ?? options.wait)
    var call = Machine.Call(wish: wish, isInner: !Self.transactions.isDisjoint(with: transaction))
    var event = Machine.Event.asked
    var hasTurn = false
    defer { if hasTurn { turns.give() } }
    while true {
      let decision = machine.handle(event, of: &call)
      tell()
      switch decision {
      case .takeTurn(let isCancellable):
        var outcome = TurnQueue.Outcome.mine
        if !call.isInner {
          outcome = await turns.take(until: deadline, isCancellable: isCancellable)
          hasTurn = outcome == .mine
        }
        event = .turn(outcome, isCancelled: Task.isCancelled)
      case .look: event = .looked(hasSlept: sleep.hasSlept(), at: .now)
      case .start(let first):
        let task = Task { await carryOut(first) }
        change = task
        event = .changed(await task.value)
      case .wait: event = .changed(await change?.value)
      case .begin(let connection):
        let left = deadline - ContinuousClock.now
        let failure = await Self.failure { () throws(CardError) in
          if Task.isCancelled { throw .cancelledBeforeSending }
          try await connection.link.begin(timeout: max(.zero, min(left, Self.slice)))
        }
        event = .begun(failure, isLate: left <= Self.slice)
      case .work(let connection):
        do throws(CardError) {
          event = .worked(nil, try await work(connection))
        } catch {
          event = .worked(error, nil)
        }
      case .end(let connection, let disposition):
        event = .ended(
          await Self.failure { () throws(CardError) in try await connection.link.end(disposition) })
      case .see(let connection, let isAgain):
        // Cancellation is checked below.
        if isAgain { try? await Task.sleep(for: .milliseconds(20)) }
        event = .seen(
          await Self.failure { () throws(CardError) in
            if Task.isCancelled { throw .cancelledBeforeSending }
            _ = try await connection.link.status()
          })
      case .reconnect(let connection, let disposition):
        let again = options.connection(to: reader)
        let failure = await Self.failure { () throws(CardError) in
          try await connection.link.reconnect(again, after: disposition)
        }
        let isLate = ContinuousClock.now >= deadline
        if let failure {
          event = .reconnected(.failure(failure), isLate: isLate)
        } else {
          let new = await Self.connection(over: connection.link, options, known: known)
          event = .reconnected(.success(new), isLate: isLate)
        }
      case .answer(let failure): return failure
      }
    }
  }

  /// - Returns: why it was not done.
  private func carryOut(_ first: Machine.Change) async -> CardError? {
    var change = first
    while true {
      switch change {
      case .connect:
        // The new connection did not exist before the suspend.
        _ = sleep.hasSlept()
        let result: Result<Connection, CardError>
        do throws(CardError) {
          result = .success(await Self.connection(over: try await connect(), options, known: known))
        } catch {
          result = .failure(error)
        }
        change = machine.connected(result, at: .now)
      case .dispose(let connection, let disposition, let limit):
        let failure = await connection.link.dispose(
          disposition, isShared: options.share == .shared, within: limit)
        change = machine.disposed(disposition, failure)
      case .done(let failure): return failure
      }
      tell()
    }
  }

  private static func failure(_ body: () async throws(CardError) -> Void) async -> CardError? {
    do throws(CardError) {
      try await body()
      return nil
    } catch {
      return error
    }
  }

  private func tell() {
    for event in machine.news {
      for subscriber in subscribers.values { subscriber.yield(event) }
    }
    machine.news = []
    guard machine.end != nil else { return }
    watch?.cancel()
    for subscriber in subscribers.values { subscriber.finish() }
    subscribers = [:]
  }
}
