// SPDX-License-Identifier: Apache-2.0
import CPCSC
import ImprintPluginKit

/// A connection that was made.
struct ConnectedHandle {
  /// pcsc-lite's number.
  let number: Int
  /// SCARD_PROTOCOL_...; 0 where there is none.
  let activeProtocol: UInt32
}

/// SCardConnect on a thread of its own.
///
/// pcscd lets it wait as long as another program has a transaction on the card, and nothing ends that. So
/// the caller waits with a timeout; a connection that is made later is ended at once.
final class ConnectAttempts: Sendable {
  private struct State {
    var isGivenUp = false
    var result: (code: PCSCCode, handle: ConnectedHandle)?
  }

  private let running = Monitor(0)

  /// A transaction of another program is over by then, or it is one of those that last.
  private static let patience: UInt64 = 2_000_000_000

  init() {}

  deinit {
    // The threads of a closed plugin have ended; one that pcscd keeps waiting is left, and touches
    // nothing of it.
    _ = running.wait(until: MonotonicClock.after(Self.patience)) { $0 == 0 ? true : nil }
  }

  func connect(
    _ context: PCSCContext, _ reader: String, _ options: CardOptions
  ) throws(PluginFailure) -> ConnectedHandle {
    let state = Monitor(State())
    let running = running
    running.with { $0 += 1 }
    let (share, protocols) = (options.share.winscard, options.protocols.rawValue)
    let isStarted = startThread {
      var number = 0
      var active: UInt32 = 0
      let code = PCSCCode(cpcsc_connect(context.number, reader, share, protocols, &number, &active))
      let handle = ConnectedHandle(number: number, activeProtocol: active)
      let isTooLate = state.with { state in
        state.result = (code, handle)
        return state.isGivenUp && code == .success
      }
      if isTooLate { cpcsc_disconnect(number, CardDisposition.leave.rawValue) }
      running.with { $0 -= 1 }
    }
    guard isStarted else {
      running.with { $0 -= 1 }
      throw PluginFailure(.memory, "\(reader): there is no thread to connect on; end some of this process's.")
    }
    let result =
      state.wait(until: MonotonicClock.after(Self.patience)) { $0.result }
      ?? state.with { state in
        state.isGivenUp = state.result == nil
        return state.result
      }
    guard let result else {
      throw PluginFailure(
        .busy,
        "\(reader): pcscd gave no connection within 2 s, as where another program keeps a transaction on the "
          + "card; try again when that has ended.")
    }
    if result.code.isBrokenConnection {
      // pcscd ends the connection of whom it refuses a card; a new one shows whether it is there still.
      _ = try PCSCContext()
      throw PCSCCode.denied
    }
    guard result.code == .success else {
      throw result.code.failure(reader) ?? PCSCContext.failure("connecting to \(reader)", result.code)
    }
    return result.handle
  }
}

extension CardShare {
  /// SCARD_SHARE_...
  var winscard: UInt32 {
    switch self {
    case .exclusive: 1
    case .shared: 2
    case .direct: 3
    }
  }
}
