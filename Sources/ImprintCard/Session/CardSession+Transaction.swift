// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Transactions.
extension CardSession {
  /// Runs several commands as one transaction: other programs, and this program's other tasks, wait until it
  /// ends. It ends whether `body` returns, throws or is cancelled.
  ///
  /// Commands that `body` sends, to the given session or to this one, belong to it, as do those of its child
  /// tasks; transactions nest, and do not exclude each other's commands. Keep it short: nobody else can reach
  /// the card meanwhile.
  /// - Parameters:
  ///   - timeout: how long it waits for another program's transaction, and for this program's other tasks.
  ///     Default 10 s.
  ///   - disposition: applied to the card before others get access. After any other than `leave` the session
  ///     continues with nothing selected and nothing verified.
  /// - Throws: ``CardError`` `busy` if another's took longer, `cancelled`; `command` for another disposition
  ///   than `leave` within a transaction; and what `body` throws.
  public func transaction<Answer: Sendable>(
    timeout: Duration = .seconds(10), ending disposition: CardDisposition = .leave,
    _ body: @Sendable (CardSession) async throws -> Answer
  ) async throws -> Answer {
    var result: Result<Answer, any Error>?
    let failure = await carryOut(.transaction(ending: disposition), within: timeout) { _ in
      // It and its child tasks hold the card.
      let all = Self.transactions.union(transaction)
      do {
        result = .success(try await Self.$transactions.withValue(all) { try await body(self) })
      } catch {
        result = .failure(error)
      }
      return nil
    }
    // The failure of `body` takes precedence over that of its end.
    if case .failure(let why) = result { throw why }
    if let failure { throw failure }
    guard let result else { preconditionFailure("What did not fail was done.") }
    return try result.get()
  }

  /// The current outermost one, if any. Nested ones only count.
  var transaction: Set<Transaction> {
    guard let number = machine.transaction?.number else { return [] }
    return [Transaction(session: ObjectIdentifier(self), number: number)]
  }
}
