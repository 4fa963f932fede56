// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// Suspending, resuming and closing a session.
extension CardSessionMachine {
  /// The maximum wait of a suspension for another program's transaction: a machine about to suspend does not
  /// wait long.
  private var suspensionWait: Duration { min(options.wait, .seconds(3)) }

  // MARK: Who asks for it

  mutating func suspend() -> Decision {
    // From now on the application decides when to resume.
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
    // The old connection powers the card down, which would end the new one.
    case .suspending: return .answer(.suspended("the session is being suspended."))
    case .resuming: return .answer(.suspended("the session is being resumed."))
    case .suspended:
      state = .resuming(.asked)
      return .start(.connect)
    case .ending(let error), .over(let error): return .answer(error)
    }
  }

  /// Changes in progress complete before the session is reported closed.
  mutating func close(_ call: inout Call, _ disposition: CardDisposition?) -> Decision {
    finish(
      CardError(
        .closed, place: reader, reason: "the session was closed.", remedy: "Open a new one."))
    guard case .over(let error) = state else { return .wait }
    guard call.stage == .ending else {
      call.stage = .ending
      return .takeTurn(isCancellable: false)
    }
    // Without one it was suspended, and the disposition may have failed; or it is done.
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
      // Unless the application has requested a suspension meanwhile.
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
      // Suspended again, so the card must be powered down.
      case .resuming(.overtaken): return .dispose(connection, .unpower, within: suspensionWait)
      // Closed meanwhile. Clears a PIN verification that a suspension could not.
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
  /// Whether it may resolve itself shortly after resume.
  fileprivate var maySettle: Bool {
    [.readerMissing, .readerGone, .cardMissing, .cardMute, .busy, .service].contains(code)
  }

  /// Whether the error implies that the card has lost its state or power.
  var hasForgottenPINs: Bool { [.cardWasReset, .cardMissing, .readerGone].contains(code) }

  static func suspended(_ reason: String, nothingWasSent: Bool = false) -> CardError {
    CardError(
      .suspended, place: "session", reason: reason,
      remedy: "Select and verify anew once the session has been resumed.", nothingWasSent: nothingWasSent)
  }
}
