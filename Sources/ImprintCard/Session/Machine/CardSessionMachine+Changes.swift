// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// How a session is suspended, resumed and closed.
extension CardSessionMachine {
  /// How long a suspension waits for another program's transaction, at most: a machine that is going to sleep
  /// waits for nobody for long.
  private var suspensionWait: Duration { min(options.wait, .seconds(3)) }

  // MARK: Who asks for it

  mutating func suspend() -> Decision {
    // From now on the application says when it goes on.
    reopening = nil
    switch state {
    case .open(let connection): return suspend(connection, machineSlept: false)
    case .resuming:
      state = .resuming(.overtaken)
      return .wait
    case .suspending, .ending: return .wait
    case .suspended: return .answer(undone)
    case .over: return .answer(nil)
    }
  }

  mutating func suspend(_ connection: Connection, machineSlept: Bool) -> Decision {
    state = .suspending(machineSlept: machineSlept)
    number = Number(link: number.link + 1)
    isResetByUs = false
    hasVerified = mayBeVerified
    return .start(.dispose(connection, .unpower, within: suspensionWait))
  }

  mutating func resume() -> Decision {
    switch state {
    case .open: return .answer(nil)
    // The old connection takes the power off the card, which would end the new one.
    case .suspending: return .answer(.suspended("the session is being suspended."))
    case .resuming: return .answer(.suspended("the session is being resumed."))
    case .suspended:
      state = .resuming(.asked)
      return .start(.connect)
    case .ending(let error), .over(let error): return .answer(error)
    }
  }

  /// What was begun is done before the session is said to be closed.
  mutating func close(_ call: inout Call, _ disposition: CardDisposition?) -> Decision {
    finish(
      CardError(
        .closed, place: reader, reason: "the session was closed.", remedy: "Open a new one."))
    guard case .over(let error) = state else { return .wait }
    guard call.stage == .ending else {
      call.stage = .ending
      return .takeTurn(isCancellable: false)
    }
    // Without one it was suspended, and what was to be done then may not have been; or it is done.
    guard let connection = leftover else { return .answer(mayBeVerified ? undone : nil) }
    leftover = nil
    state = .ending(error)
    call.stage = .afterwards
    return .start(
      .dispose(connection, disposition ?? (mayBeVerified ? .reset : .leave), within: options.wait))
  }

  // MARK: What comes of it

  mutating func disposed(_ disposition: CardDisposition, _ failure: CardError?) -> Change {
    undone = failure.map { failure in
      CardError(
        failure.code, place: reader, reason: "the card was not reset: \(failure.reason)",
        remedy: "PINs may still be verified, for whoever has the card now: take it out, or reset it.")
    }
    if disposition != .leave, failure == nil { hasVerified = false }
    switch state {
    case .suspending(let machineSlept):
      news.append(.suspended(machineSlept: machineSlept))
      // Unless the application has asked for a suspension meanwhile.
      guard reopening == nil else {
        state = .resuming(.byItself)
        return .connect
      }
      state = .suspended
      return .done(undone)
    case .resuming:
      state = .suspended
      return .done(.suspended("the session was suspended while it was resumed."))
    case .ending(let error):
      state = .over(error)
      return .done(undone)
    case .open, .suspended, .over: return .done(undone)
    }
  }

  mutating func connected(
    _ result: Result<Connection, CardError>, at now: ContinuousClock.Instant
  ) -> Change {
    do throws(CardError) {
      let connection = try result.get()
      switch state {
      case .resuming(.asked), .resuming(.byItself):
        state = .open(connection)
        reopening = nil
        news.append(.resumed)
        return .done(nil)
      // Suspended once more, which is to leave the card without power.
      case .resuming(.overtaken): return .dispose(connection, .unpower, within: suspensionWait)
      // Closed meanwhile. A PIN that a suspension could not make it forget, the card forgets now.
      case .ending, .open, .suspending, .suspended, .over:
        return .dispose(connection, hasVerified ? .reset : .leave, within: options.wait)
      }
    } catch {
      switch state {
      case .resuming(let resumption):
        state = .suspended
        guard case .byItself = resumption, let deadline = reopening?.until else { break }
        if error.maySettle, now < deadline { reopening?.failure = error } else { finish(error) }
      case .ending(let end): state = .over(end)
      case .open, .suspending, .suspended, .over: break
      }
      return .done(error)
    }
  }
}

extension CardError {
  /// Whether a machine that has just woken up may mend it by itself.
  fileprivate var maySettle: Bool {
    [.readerMissing, .readerGone, .cardMissing, .cardMute, .busy, .service].contains(code)
  }

  /// Whether the card has lost its state, or its power, by what the error tells.
  var hasForgottenPINs: Bool { [.cardWasReset, .cardMissing, .readerGone].contains(code) }

  static func suspended(_ reason: String, nothingWasSent: Bool = false) -> CardError {
    CardError(
      .suspended, place: "session", reason: reason,
      remedy: "Select and verify anew once the session has been resumed.", nothingWasSent: nothingWasSent)
  }
}
