// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CardConnection {
  /// Makes several calls as one transaction: other connections' commands wait until it is over.
  ///
  /// The transaction ends whether `body` succeeds or throws. Cancelling the task ends waiting within a fifth
  /// of a second, with `cancelled`; nothing was begun then, and the connection is as before. Once `body`
  /// runs, it alone looks at whether its task was cancelled. ``cancel()`` ends waiting at once, and for good.
  /// - Parameters:
  ///   - timeout: waits at most as long while another has a transaction; zero does not wait.
  ///   - disposition: is done to the card before others have it.
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
      // Why `body` failed says more than that the end of it did, as after a card that was torn out.
      do { try end(disposition) } catch {}
      throw error
    }
    try end(disposition)
    return answer
  }

  private static let slice = Duration.milliseconds(200)

  /// Waits in slices, and looks at the task between them. The plugin's cancel would end every later wait as
  /// well, and may come when the transaction has just begun.
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
        // Another still has it, and there is time left. A plugin that gives up at once is not asked all that
        // time.
      }
    }
  }
}
