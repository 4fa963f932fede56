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
    var result: Result<Answer, any Error>?
    let failure = await carryOut(.transaction(ending: disposition), within: timeout) { _ in
      // It and its tasks hold the card.
      let all = Self.transactions.union(transaction)
      do {
        result = .success(try await Self.$transactions.withValue(all) { try await body(self) })
      } catch {
        result = .failure(error)
      }
      return nil
    }
    // Why `body` failed says more than that the end of it did.
    if case .failure(let why) = result { throw why }
    if let failure { throw failure }
    guard let result else { preconditionFailure("What did not fail was done.") }
    return try result.get()
  }

  /// The outermost one that goes on, if any. Those within it only count.
  var transaction: Set<Transaction> {
    guard let number = machine.transaction?.number else { return [] }
    return [Transaction(session: ObjectIdentifier(self), number: number)]
  }
}
