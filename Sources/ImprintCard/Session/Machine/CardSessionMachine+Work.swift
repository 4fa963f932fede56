// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// The work of a call, and its way to an answer.
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
      // The card may have taken the PIN although its answer did not come. A reader's own has no status.
      let isTaken = failure.map { !$0.nothingWasSent } ?? !(status?.isRefusal ?? false)
      if isTaken, call.number.link == number.link { hasVerified = true }
    }
    switch call.wish {
    case .command:
      // An answer that came is given, whatever became of the session meanwhile.
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

  /// Ends what was begun on a link that is there still: others need not wait until the session is closed.
  private func letGo(_ call: inout Call) -> Decision {
    guard call.number.link == number.link, let held else { return .answer(call.failure) }
    call.number = number
    call.stage = .lettingGo
    return .end(held, .leave)
  }

  /// The connection of now, on which a transaction keeps others out that nobody else ends.
  private var held: Connection? {
    switch state {
    case .open(let connection): connection
    // While the session is being closed it is kept: nobody comes between it and the reset.
    case .over(let error): error.code == .closed ? nil : leftover
    case .suspending, .suspended, .resuming, .ending: nil
    }
  }

  mutating func ended(_ call: inout Call, _ failure: CardError?) -> Decision {
    let failure = failure.map { lost(call, $0) } ?? overtaken(call)
    guard case .transaction(let disposition) = call.wish, call.stage != .lettingGo else {
      // What the card answered is worth more. The session says from now on why its end failed.
      return .answer(call.failure)
    }
    guard failure == nil, disposition != .leave, case .open(let connection) = state else {
      return .answer(failure)
    }
    hasVerified = false
    isResetByUs = true
    // What others hear of that reset does not end the session.
    number = Number(link: number.link + 1)
    call.number = number
    call.stage = .afterwards
    // At once, so that another card is not taken for this one. Where that does not work the next call says
    // why.
    return .see(connection, isAgain: false)
  }

  // MARK: Connecting anew

  /// Connecting anew would take a card that was put in since.
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

  /// What a call works on, or why that was taken away meanwhile.
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

  /// Why a call has failed; the session ends where nothing can go on.
  private mutating func lost(_ call: Call, _ failure: CardError) -> CardError {
    if let why = overtaken(call) { return why }
    if failure.endsSession { finish(failure) }
    return failure
  }
}

extension CardSessionMachine.Wish {
  /// Whether the card may know a PIN after it.
  fileprivate var isSecret: Bool {
    switch self {
    case .command(let isSecret): isSecret
    case .control: true
    case .inquiry, .transaction, .reset, .look, .suspension, .resumption, .closing: false
    }
  }
}

extension StatusWord {
  /// Whether a card that says so of a PIN has surely not taken it.
  fileprivate var isRefusal: Bool { kind == .checkingError || sw1 == 0x63 }
}
