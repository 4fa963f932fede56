// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CardConnection {
  /// Makes several calls as one transaction: other connections' commands wait until it is over.
  ///
  /// The transaction ends whether `body` succeeds or throws. Cancelling the task ends waiting within 200 ms,
  /// with `cancelled`; then no transaction was begun, and the connection is unchanged. Once `body` runs,
  /// checking for cancellation is up to it. ``cancel()`` ends waiting at once and permanently.
  /// - Parameters:
  ///   - timeout: the longest wait while another connection has a transaction; zero does not wait.
  ///   - disposition: applied to the card before others can use it.
  ///   - body: runs on the connection's own thread.
  /// - Throws: ``PluginCallError`` as ``begin(timeout:)`` and ``end(_:)``, and what `body` throws.
  public nonisolated func transaction<Answer: Sendable>(
    timeout: Duration, ending disposition: CardDisposition = .leave,
    _ body: @Sendable (isolated CardConnection) throws -> Answer
  ) async throws -> Answer {
    try await run(timeout, disposition, body)
  }

  private func run<Answer: Sendable>(
    _ timeout: Duration, _ disposition: CardDisposition,
    _ body: @Sendable (isolated CardConnection) throws -> Answer
  ) throws -> Answer {
    try beginUnlessCancelled(timeout)
    let answer: Answer
    do {
      answer = try body(self)
    } catch {
      // The error of `body` says more than that of the end, as after a card that was pulled out.
      do { try end(disposition) } catch {}
      throw error
    }
    try end(disposition)
    return answer
  }

  private static let slice = Duration.milliseconds(200)

  /// Waits in slices, checking the task for cancellation between them. The plugin's cancel would end every
  /// later wait as well, and might come just after the transaction has begun.
  private func beginUnlessCancelled(_ timeout: Duration) throws(PluginCallError) {
    let clock = ContinuousClock()
    let end = clock.now + timeout
    while true {
      guard !Task.isCancelled else {
        throw PluginCallError(
          status: IMP_OUTCOME_CANCELLED, plugin: pluginID, function: "card-reader.begin",
          words: "the task was cancelled before the transaction began.")
      }
      let start = clock.now
      let left = end - start
      do throws(PluginCallError) {
        return try begin(timeout: max(.zero, min(left, Self.slice)))
      } catch  where error.code == .timeout && left > Self.slice && clock.now - start > Self.slice / 2 {
        // Another still has it, and there is time left. A plugin that returns early is not polled in a busy
        // loop.
      }
    }
  }
}
