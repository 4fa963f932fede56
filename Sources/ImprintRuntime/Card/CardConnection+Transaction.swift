// SPDX-License-Identifier: Apache-2.0

extension CardConnection {
  /// Makes several calls as one transaction: other connections' commands wait until it is over.
  ///
  /// The transaction ends whether `body` succeeds or throws. Cancelling the task while it waits ends waiting, and every
  /// later one of this connection: a blocked plugin call cannot be left otherwise. Connect anew to wait again.
  /// - Parameters:
  ///   - timeout: waits at most as long while another has a transaction; zero does not wait.
  ///   - disposition: is done to the card before others have it.
  ///   - body: runs on the connection's own thread.
  /// - Throws: ``PluginCallError`` as ``begin(timeout:)`` and ``end(_:)``, and what `body` throws.
  public nonisolated func transaction<Answer: Sendable>(
    timeout: Duration, ending disposition: CardDisposition = .leave,
    _ body: @Sendable (isolated CardConnection) throws -> Answer
  ) async throws -> Answer {
    try await withTaskCancellationHandler {
      try await run(timeout, disposition, body)
    } onCancel: {
      cancel()
    }
  }

  private func run<Answer: Sendable>(
    _ timeout: Duration, _ disposition: CardDisposition,
    _ body: @Sendable (isolated CardConnection) throws -> Answer
  ) throws -> Answer {
    try begin(timeout: timeout)
    let answer: Answer
    do {
      answer = try body(self)
    } catch {
      // Why `body` failed says more than that the end of it did, as after a card that was torn out.
      do { try end(disposition) } catch {}
      throw error
    }
    try end(disposition)
    return answer
  }
}
