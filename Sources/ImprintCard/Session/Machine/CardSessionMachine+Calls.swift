// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// The steps of a call before its work: its turn, a check for suspend, a connection.
extension CardSessionMachine {
  mutating func handle(_ event: Event, of call: inout Call) -> Decision {
    switch event {
    case .asked: asked(&call)
    case .turn(let outcome, let isCancelled): turn(&call, outcome, isCancelled)
    case .looked(let hasSlept, let now): looked(&call, hasSlept, at: now)
    case .changed(let failure): changed(&call, failure)
    case .begun(let failure, let isLate): begun(&call, failure, isLate)
    case .worked(let failure, let status): worked(&call, failure, status)
    case .ended(let failure): ended(&call, failure)
    case .seen(let failure): seen(call, failure)
    case .reconnected(let result, let isLate): reconnected(&call, result, isLate)
    }
  }

  // MARK: Until it is its turn

  private mutating func asked(_ call: inout Call) -> Decision {
    if call.isInner, let transaction { call.number = transaction.connection }
    switch call.wish {
    case .command, .inquiry, .control: return .takeTurn(isCancellable: true)
    case .transaction(let disposition):
      guard !call.isInner || disposition == .leave else {
        return refuse("a card is reset by the end of the outermost transaction alone.")
      }
      return .takeTurn(isCancellable: true)
    case .reset(let disposition):
      if disposition == .leave { return refuse("a card that is left as it is is not reset.") }
      if call.isInner { return refuse("a card is not reset within a transaction; end it with that.") }
      return .takeTurn(isCancellable: true)
    case .look: return look(&call)
    case .suspension: return suspend()
    case .resumption: return resume()
    case .closing(let disposition): return close(&call, disposition)
    }
  }

  private func refuse(_ reason: String) -> Decision { .answer(.command(reason, place: reader)) }

  private mutating func turn(
    _ call: inout Call, _ outcome: TurnQueue.Outcome, _ isCancelled: Bool
  ) -> Decision {
    // The session is closed nevertheless.
    if case .closing(let disposition) = call.wish { return close(&call, disposition) }
    switch outcome {
    case .mine:
      if case .command = call.wish, isCancelled { return .answer(.cancelledBeforeSending) }
      return look(&call)
    case .cancelled: return .answer(.cancelledBeforeSending)
    case .late: return busy("another task of this program works with the card.", "Try again once it is done.")
    }
  }

  func busy(_ reason: String, _ remedy: String) -> Decision {
    .answer(CardError(.busy, place: reader, reason: reason, remedy: "\(remedy) Nothing was sent."))
  }

  private mutating func look(_ call: inout Call) -> Decision {
    if case .open = state, options.power == .automatic { return .look }
    return reopen(&call)
  }

  /// After a suspend the old connection is closed and another one opened, and one command will report it.
  private mutating func looked(
    _ call: inout Call, _ hasSlept: Bool, at now: ContinuousClock.Instant
  ) -> Decision {
    guard hasSlept, case .open(let connection) = state else { return reopen(&call) }
    owesSleep = true
    reopening = (now + options.reopening, nil)
    return suspend(connection, machineSlept: true)
  }

  /// Readers and services take a while to return after a suspend: retried at each check.
  private mutating func reopen(_ call: inout Call) -> Decision {
    guard reopening != nil, case .suspended = state else { return ready(&call) }
    state = .resuming(.byItself)
    return .start(.connect)
  }

  private mutating func changed(_ call: inout Call, _ failure: CardError?) -> Decision {
    switch call.wish {
    case .command, .inquiry, .control, .transaction, .reset, .look: ready(&call)
    case .suspension: .answer(undone)
    case .resumption: .answer(end ?? failure)
    case .closing(let disposition):
      call.stage == .afterwards ? .answer(failure) : close(&call, disposition)
    }
  }

  // MARK: Until its work

  mutating func ready(_ call: inout Call) -> Decision {
    switch call.wish {
    case .command, .transaction:
      guard owesSleep else { break }
      owesSleep = false
      // If the session could not be reopened, the error says why; otherwise that it was suspended.
      return .answer(
        end
          ?? .suspended(
            "the machine slept, and the card has lost its power. This command was not sent.",
            nothingWasSent: true))
    case .inquiry, .control, .reset: break
    case .look, .suspension, .resumption, .closing: return .answer(nil)
    }
    switch state {
    case .open(let connection):
      if !call.isInner { call.number = number }
      guard call.number == number else {
        return .answer(
          .suspended(
            "the session was suspended during the transaction, which is over by that.", nothingWasSent: true))
      }
      return isResetByUs ? .see(connection, isAgain: false) : go(call, connection)
    case .suspending, .suspended, .resuming:
      return .answer(
        .suspended(
          reopening?.failure.map { "the card cannot be connected again yet: \($0.reason)" }
            ?? "the session is suspended.", nothingWasSent: true))
    case .ending(let error), .over(let error): return .answer(error)
    }
  }

  mutating func go(_ call: Call, _ connection: Connection) -> Decision {
    switch call.wish {
    // A transaction of its own on a shared card, to keep one command's exchanges together.
    case .command: isAlone(call) ? .begin(connection) : work(call, connection)
    case .transaction: .begin(connection)
    case .inquiry, .control: work(call, connection)
    case .reset(let disposition): .reconnect(connection, after: disposition)
    case .look, .suspension, .resumption, .closing: .answer(nil)
    }
  }

  /// Whether it is a command that needs a transaction of its own.
  func isAlone(_ call: Call) -> Bool { !call.isInner && options.share == .shared }
}
