// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// The work of a call, and the steps to its answer.
extension CardSessionMachine {
  mutating func begun(_ call: inout Call, _ failure: CardError?, _ isLate: Bool) -> Decision {
    switch connection(of: call) {
    case .success(let connection):
      guard let failure else { return work(call, connection) }
      guard failure.code == .timeout else { return .answer(lost(call, failure)) }
      guard isLate else { return .begin(connection) }
      return busy(
        "another program has a transaction with the card.",
        "Try again once it is done, or close that program.")
    case .failure(let why):
      call.failure = why
      return failure == nil ? letGo(&call) : .answer(why)
    }
  }

  mutating func work(_ call: Call, _ connection: Connection) -> Decision {
    if call.wish.isSecret { secretsOnTheWay += 1 }
    if case .transaction = call.wish, !call.isInner {
      transactions += 1
      transaction = (transactions, number)
    }
    return .work(connection)
  }

  // MARK: Until its answer

  mutating func worked(
    _ call: inout Call, _ failure: CardError?, _ status: StatusWord?
  ) -> Decision {
    if call.wish.isSecret {
      secretsOnTheWay -= 1
      // The card may have accepted the PIN although the response was lost. Reader control codes have no
      // status.
      let isTaken = failure.map { !$0.nothingWasSent } ?? !(status?.isRefusal ?? false)
      if isTaken, call.number.link == number.link { hasVerified = true }
    }
    switch call.wish {
    case .command:
      // A received response is returned, whatever happened to the session meanwhile.
      call.failure = failure.map { lost(call, $0) }
      return isAlone(call) ? end(&call, .leave) : .answer(call.failure)
    case .transaction(let disposition):
      if !call.isInner { transaction = nil }
      return end(&call, disposition)
    case .inquiry, .control, .reset, .look, .suspension, .resumption, .closing:
      return .answer(failure.map { lost(call, $0) } ?? overtaken(call))
    }
  }

  private func end(_ call: inout Call, _ disposition: CardDisposition) -> Decision {
    guard case .success(let connection) = connection(of: call) else { return letGo(&call) }
    call.stage = .ending
    return .end(connection, disposition)
  }

  /// Ends the transaction on a link that still exists, so that others need not wait until the session is
  /// closed.
  private func letGo(_ call: inout Call) -> Decision {
    guard call.number.link == number.link, let held else { return .answer(call.failure) }
    call.number = number
    call.stage = .lettingGo
    return .end(held, .leave)
  }

  /// The current connection, with a transaction that only this call can end.
  private var held: Connection? {
    switch state {
    case .open(let connection): connection
    // Held while the session is being closed, so that nobody gets access before the reset.
    case .over(let error): error.code == .closed ? nil : leftover
    case .suspending, .suspended, .resuming, .ending: nil
    }
  }

  mutating func ended(_ call: inout Call, _ failure: CardError?) -> Decision {
    let failure = failure.map { lost(call, $0) } ?? overtaken(call)
    guard case .transaction(let disposition) = call.wish, call.stage != .lettingGo else {
      // The card's response takes precedence. The session reports the failed end from now on.
      return .answer(call.failure)
    }
    guard failure == nil, disposition != .leave, case .open(let connection) = state else {
      return .answer(failure)
    }
    hasVerified = false
    isResetByUs = true
    // Our own reset does not end the session.
    number = Number(link: number.link + 1)
    call.number = number
    call.stage = .afterwards
    // Immediately, so that another card is not mistaken for this one. If it fails, the next call reports why.
    return .see(connection, isAgain: false)
  }

  // MARK: Connecting anew

  /// Reconnecting would accept a card inserted since.
  mutating func seen(_ call: Call, _ failure: CardError?) -> Decision {
    if let failure, failure.code != .cardWasReset, failure.code != .busy {
      return answer(call, lost(call, failure))
    }
    switch connection(of: call) {
    case .success(let connection): return .reconnect(connection, after: .leave)
    case .failure(let why): return answer(call, why)
    }
  }

  mutating func reconnected(
    _ call: inout Call, _ result: Result<Connection, CardError>, _ isLate: Bool
  ) -> Decision {
    let wasResetByUs = isResetByUs
    switch (result, connection(of: call)) {
    case (_, .failure(let why)): return answer(call, why)
    case (.failure(let error), .success(let connection)):
      let mayWait = wasResetByUs && error.code == .busy && !isLate && call.stage != .afterwards
      return mayWait ? .see(connection, isAgain: true) : answer(call, lost(call, error))
    case (.success(let connection), .success):
      state = .open(connection)
      number.time += 1
      call.number = number
      hasVerified = false
      isResetByUs = false
      return wasResetByUs && call.stage != .afterwards ? go(call, connection) : .answer(nil)
    }
  }

  private func answer(_ call: Call, _ failure: CardError?) -> Decision {
    .answer(call.stage == .afterwards ? nil : failure)
  }

  // MARK: Connections that are taken away

  /// A call's connection, or why it was lost meanwhile.
  private func connection(of call: Call) -> Result<Connection, CardError> {
    switch state {
    case .open(let connection) where call.number == number: .success(connection)
    case .open, .suspending, .suspended, .resuming:
      .failure(
        .suspended("the session was suspended during the command; whether the card has done it is not known.")
      )
    case .ending(let error), .over(let error): .failure(error)
    }
  }

  private func overtaken(_ call: Call) -> CardError? {
    if case .failure(let error) = connection(of: call) { error } else { nil }
  }

  /// Why a call has failed; ends the session if it cannot continue.
  private mutating func lost(_ call: Call, _ failure: CardError) -> CardError {
    if let why = overtaken(call) { return why }
    if failure.endsSession { finish(failure) }
    return failure
  }
}

extension CardSessionMachine.Wish {
  /// Whether a PIN may be verified by it.
  fileprivate var isSecret: Bool {
    switch self {
    case .command(let isSecret): isSecret
    case .control: true
    case .inquiry, .transaction, .reset, .look, .suspension, .resumption, .closing: false
    }
  }
}

extension StatusWord {
  /// Whether this status means that the PIN was certainly not accepted.
  fileprivate var isRefusal: Bool { kind == .checkingError || sw1 == 0x63 }
}
