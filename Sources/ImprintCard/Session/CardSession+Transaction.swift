// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Commands that belong together.
extension CardSession {
  /// Makes several commands one: other programs wait until it is over, and so do this program's other tasks. It ends
  /// whether `body` returns, throws or is cancelled.
  ///
  /// Commands that `body` sends, to the session it is given or to this one, belong to it. Transactions in a transaction
  /// count. Keep it short: nobody else reaches the card meanwhile.
  /// - Parameters:
  ///   - timeout: how long it waits for another program's transaction. Default 10 s.
  ///   - disposition: what is done to the card before others have it.
  /// - Throws: ``CardError`` `busy` where the other's took longer, `cancelled`; and what `body` throws.
  public func transaction<Answer: Sendable>(
    timeout: Duration = .seconds(10), ending disposition: CardDisposition = .leave,
    _ body: @Sendable (CardSession) async throws -> Answer
  ) async throws -> Answer {
    let isInner = isHeldHere
    if !isInner { await turns.take() }
    defer { if !isInner { turns.give() } }
    let (link, _) = try await ready()
    try await begin(link, timeout: timeout)
    let outer = holder
    transactions += 1
    let mine = Holder(session: ObjectIdentifier(self), number: transactions, generation: generation)
    holder = mine
    let result: Result<Answer, any Error>
    do {
      result = .success(
        try await Self.$holders.withValue(Self.holders.union([mine])) { try await body(self) })
    } catch {
      result = .failure(error)
    }
    holder = outer
    // After a suspension there is another connection, on which nothing was begun.
    if generation == mine.generation {
      let ended = await outcome { () async throws(CardError) in try await link.end(disposition) }
      // Why `body` failed says more than that the end of it did.
      if case .failure(let error) = ended, case .success = result { throw error }
      if disposition != .leave { hasVerified = false }
    }
    return try result.get()
  }

  /// Whether the task works in the transaction that is going on. An inner one is a holder of its own; the task has both.
  var isHeldHere: Bool { holder.map { Self.holders.contains($0) } ?? false }

  /// Waits for the transaction in parts, so that cancelling the task ends it.
  func begin(_ link: any CardLink, timeout: Duration) async throws(CardError) {
    let clock = ContinuousClock()
    let end = clock.now + timeout
    while true {
      if Task.isCancelled { throw .cancelledBeforeSending }
      let left = end - clock.now
      do throws(CardError) {
        return try await telling { () async throws(CardError) in
          try await link.begin(timeout: max(.zero, min(left, .milliseconds(200))))
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
}
