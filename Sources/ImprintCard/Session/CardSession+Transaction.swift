// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Commands that belong together.
extension CardSession {
  /// Makes several commands one: other programs wait until it is over, and so do this program's other tasks.
  /// It ends whether `body` returns, throws or is cancelled.
  ///
  /// Commands that `body` sends, to the session it is given or to this one, belong to it, and so do those of
  /// its child tasks; an inner transaction counts, and keeps nobody of the same transaction out. Keep it
  /// short: nobody else reaches the card meanwhile.
  /// - Parameters:
  ///   - timeout: how long it waits for another program's transaction, and for this program's other tasks.
  ///     Default 10 s.
  ///   - disposition: what is done to the card before others have it. After another one than `leave` the
  ///     session goes on with nothing selected and nothing verified.
  /// - Throws: ``CardError`` `busy` where the other's took longer, `cancelled`; `command` for another
  ///   disposition than `leave` within a transaction; and what `body` throws.
  public func transaction<Answer: Sendable>(
    timeout: Duration = .seconds(10), ending disposition: CardDisposition = .leave,
    _ body: @Sendable (CardSession) async throws -> Answer
  ) async throws -> Answer {
    let deadline = ContinuousClock.now + timeout
    let isInner = isHeldHere
    guard !isInner || disposition == .leave else {
      throw CardError.command("a card is reset by the end of the outermost transaction alone.", place: reader)
    }
    if !isInner { try await takeTurn(until: deadline) }
    defer { if !isInner { turns.give() } }
    let connection = try await ready(isTold: true, until: deadline)
    try await begin(connection, until: deadline)
    let result = isInner ? await Self.result { try await body(self) } : await hold(connection, body)
    // After a suspension there is another connection, on which nothing was begun.
    if isCurrent(connection) {
      do throws(CardError) {
        try await telling(connection) { () async throws(CardError) in
          try await connection.link.end(disposition)
        }
        if disposition != .leave {
          hasVerified = false
          isResetByUs = true
          // At once, so that another card is not taken for this one. Where that does not work the next call
          // says why.
          _ = try? await connectedAnew(connection, until: .now)
        }
      } catch {
        // Why `body` failed says more than that the end of it did.
        if case .success = result { throw error }
      }
    } else {
      await letGo(connection)
    }
    return try result.get()
  }

  /// Runs the body of an outermost transaction: it and its tasks hold the card.
  private func hold<Answer: Sendable>(
    _ connection: Connection, _ body: @Sendable (CardSession) async throws -> Answer
  ) async -> Result<Answer, any Error> {
    transactions += 1
    let mine = Holder(
      session: ObjectIdentifier(self), number: transactions, generation: connection.generation)
    holder = mine
    defer { holder = nil }
    return await Self.result {
      try await Self.$holders.withValue(Self.holders.union([mine])) { try await body(self) }
    }
  }

  private nonisolated(nonsending) static func result<Answer: Sendable>(
    _ body: () async throws -> Answer
  ) async -> Result<Answer, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }

  /// Whether the task works in the transaction that is going on.
  var isHeldHere: Bool { holder.map { Self.holders.contains($0) } ?? false }

  /// Waits for the transaction in parts, so that cancelling the task ends it.
  func begin(_ connection: Connection, until deadline: ContinuousClock.Instant) async throws(CardError) {
    while true {
      if Task.isCancelled { throw .cancelledBeforeSending }
      let left = deadline - ContinuousClock.now
      do throws(CardError) {
        return try await telling(connection) { () async throws(CardError) in
          try await connection.link.begin(timeout: max(.zero, min(left, .milliseconds(200))))
        }
      } catch  where error.code == .timeout {
        guard left > .milliseconds(200) else {
          throw CardError(
            .busy, place: reader, reason: "another program has a transaction with the card.",
            remedy: "Try again once it is done, or close that program. Nothing was sent.")
        }
      }
    }
  }

  /// Connects anew to the card that was reset by the end of our own transaction.
  /// - Throws: ``CardError`` `busy` where another program's transaction takes longer; the session goes on.
  func connectedAnew(
    _ connection: Connection, until deadline: ContinuousClock.Instant
  ) async throws(CardError) -> Connection {
    let options = options.connection(to: reader)
    while true {
      if Task.isCancelled { throw .cancelledBeforeSending }
      // Connecting anew would take a card that was put in since.
      do throws(CardError) { _ = try await connection.link.status() } catch {
        guard error.code == .cardWasReset || error.code == .busy else { try lost(connection, after: error) }
      }
      do throws(CardError) {
        try await telling(connection) { () async throws(CardError) in
          try await connection.link.reconnect(options, after: .leave)
        }
        return try await replace(connection)
      } catch  where error.code == .busy && ContinuousClock.now < deadline {
        // Cancelled is seen above.
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  /// Goes on over the same link, whose card was reset by us.
  @discardableResult
  func replace(_ connection: Connection) async throws(CardError) -> Connection {
    let (channel, _) = await Self.channel(over: connection.link, options, known: known)
    try check(connection)
    hasVerified = false
    isResetByUs = false
    generation += 1
    let new = Connection(link: connection.link, channel: channel, generation: generation)
    state = .open(new)
    return new
  }
}
