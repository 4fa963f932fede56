// SPDX-License-Identifier: Apache-2.0
import CPCSC
import ImprintPluginKit

/// SCardBeginTransaction on a thread of its own.
///
/// It waits as long as another connection has a transaction; no time limit, no cancel. So the caller waits
/// beside it, with a timeout; a transaction that is granted too late is ended at once.
final class TransactionWaiter: Sendable {
  private struct State {
    var isWantedStill = true
    var code: PCSCCode?
  }

  private let state = Monitor(State())

  /// - Parameter context: is kept as long as the thread runs.
  init(card: Int, context: PCSCContext) throws(PluginFailure) {
    let state = state
    let isStarted = startThread {
      let code = PCSCCode(cpcsc_begin(card))
      let isTooLate = state.with { state in
        state.code = code
        return !state.isWantedStill && code == .success
      }
      if isTooLate { cpcsc_end(card, CardDisposition.leave.rawValue) }
      _ = context
    }
    guard isStarted else {
      throw PluginFailure(.memory, "There is no thread to wait for the card on; end some of this process's.")
    }
  }

  /// Wants the transaction again, which is still waited for.
  /// - Returns: whether it is; otherwise the thread has ended.
  func resume() -> Bool {
    state.with { state in
      guard state.code == nil else { return false }
      state.isWantedStill = true
      return true
    }
  }

  func wait(until deadline: UInt64) -> PCSCCode? { state.wait(until: deadline) { $0.code } }

  /// Goes without it.
  /// - Returns: its answer, where it came in this moment.
  func giveUp() -> PCSCCode? {
    state.with { state in
      if state.code == nil { state.isWantedStill = false }
      return state.code
    }
  }
}
