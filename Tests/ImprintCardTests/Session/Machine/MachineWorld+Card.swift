// SPDX-License-Identifier: Apache-2.0
import ImprintRuntime

@testable import ImprintCard

/// What becomes of decisions at the card, and what must hold of each.
extension MachineWorld {
  /// What a plugin answers leaves the card as it was: those sessions have the most to let go.
  private static let failures: [CardError.Code] = [
    .cardWasReset, .cardMissing, .service, .plugin, .plugin, .plugin, .readerFailed, .cardMute, .busy,
  ]

  /// - Parameter chance: of a failure, in percent.
  private mutating func failure(on connection: Int, _ chance: Int) -> CardError? {
    if disposed.contains(connection), change == nil { return .test(.closed) }
    if let loss = losses[connection] { return loss }
    guard random.chance(chance) else { return nil }
    let error = CardError.test(random.pick(Self.failures))
    if error.hasForgottenPINs { isVerified = false }
    if error.hasForgottenPINs || error.code == .service { losses[connection] = error }
    if error.endsSession { lost.insert(connection) }
    return error
  }

  /// What came of its decision.
  mutating func outcome(of before: Running) -> (Machine.Event, Running) {
    var running = before
    let event: Machine.Event
    switch running.decision {
    case .takeTurn(let isCancellable):
      let mayHave = running.call.isInner || turn == nil
      let isGiven = mayHave && !random.chance(3)
      if isGiven, !running.call.isInner { turn = running.id }
      let other: TurnQueue.Outcome = isCancellable && random.chance(50) ? .cancelled : .late
      event = .turn(isGiven || running.call.isInner ? .mine : other, isCancelled: random.chance(3))
    case .look:
      let hasSlept = random.chance(10)
      if hasSlept, case .open = machine.state { owesSleep = true }
      event = .looked(hasSlept: hasSlept, at: now)
    case .start, .wait: event = .changed(changed[running.change ?? 0])
    case .begin(let connection):
      let failure = random.chance(10) ? CardError.test(.timeout) : failure(on: connection, 4)
      if failure == nil {
        expect(running.begun == nil && !running.hasBegun, "a transaction is begun twice")
        running.begun = connection
        running.hasBegun = true
      }
      event = .begun(failure, isLate: random.chance(30))
    case .work(let connection): event = worked(running, connection)
    case .end(let connection, let disposition):
      let failure = failure(on: connection, 4)
      running.begun = nil
      if failure == nil, disposition != .leave { loseByOurOwnReset(connection) }
      event = .ended(failure)
    case .see(let connection, _):
      // By ourselves or by another: it is connected anew, and knows nothing.
      if losses[connection] == nil, random.chance(20) { loseByOurOwnReset(connection) }
      event = .seen(failure(on: connection, 4))
    case .reconnect(let connection, let disposition):
      let loss = losses[connection]
      if loss?.code == .cardWasReset { losses[connection] = nil }
      if let failure = failure(on: connection, 15) {
        if losses[connection] == nil { losses[connection] = loss }
        event = .reconnected(.failure(failure), isLate: random.chance(50))
      } else {
        if disposition != .leave { isVerified = false }
        // The link stays, its number is new: what was taken away meanwhile is seen by it.
        event = .reconnected(.success(connection), isLate: false)
      }
    case .answer: event = .asked
    }
    return (event, running)
  }

  /// A card that is lost knows nothing, and has no transaction any more.
  private mutating func loseByOurOwnReset(_ connection: Int) {
    isVerified = false
    losses[connection] = .test(.cardWasReset)
    for index in calls.indices where calls[index].begun == connection { calls[index].begun = nil }
  }

  private mutating func worked(_ running: Running, _ connection: Int) -> Machine.Event {
    let isSecret: Bool
    switch running.call.wish {
    case .command(let secret): isSecret = secret
    // By a reader's own code, too, a card may have been given a PIN. What is done to the card at the end of a
    // connection comes after what was sent over it.
    case .control: isSecret = !disposed.contains(connection)
    case .transaction: return .worked(nil, nil)
    case .inquiry, .reset, .look, .suspension, .resumption, .closing:
      return .worked(failure(on: connection, 4), nil)
    }
    if let failure = failure(on: connection, 8) {
      // It may have come to the card all the same, unless it is surely not there any more.
      if isSecret, !failure.nothingWasSent, !failure.hasForgottenPINs,
        losses[connection]?.hasForgottenPINs != true
      {
        isVerified = true
      }
      return .worked(failure, nil)
    }
    if case .control = running.call.wish {
      if isSecret { isVerified = true }
      return .worked(nil, nil)
    }
    let status = random.pick([StatusWord.done, .authenticationBlocked, StatusWord(0x63, 0xC2)])
    if isSecret, status == .done { isVerified = true }
    return .worked(nil, status)
  }

  // MARK: What must hold

  mutating func take(_ decision: Machine.Decision, of before: Running) {
    var running = before
    running.decision = decision
    hear()
    switch decision {
    case .takeTurn, .look: break
    case .start(let next):
      expect(change == nil, "two changes at once")
      running.change = changed.count
      take(next, changed.count)
      if case .closing = running.call.wish {
      } else {
        expect(machine.end == nil, "after its end it begins something")
      }
    case .wait:
      expect(change != nil, "it waits for nothing")
      running.change = changed.count
    case .begin(let connection): isAllowed(running, connection)
    case .work(let connection):
      isAllowed(running, connection)
      expect(!running.hasWorked, "it is done twice")
      running.hasWorked = true
      switch running.call.wish {
      case .command:
        expect(running.begun == connection || isKeptTogether(running), "a command without transaction")
      case .transaction: expect(running.begun == connection, "a body without transaction")
      case .inquiry, .control: break
      case .reset, .look, .suspension, .resumption, .closing: faults.append("\(running.call.wish) has work")
      }
    case .end(let connection, _):
      expect(!disposed.contains(connection), "a transaction ends on a connection that has ended")
      expect(running.begun == connection, "what was not begun is ended")
    case .see(let connection, _): isAllowed(running, connection)
    case .reconnect(let connection, let disposition):
      isAllowed(running, connection)
      if disposition != .leave { expect(!running.hasWorked, "a reset is done twice") }
      if disposition != .leave { running.hasWorked = true }
    case .answer(let failure): return answered(running, failure)
    }
    calls.append(running)
  }

  /// Within a transaction, or with nobody else who has the card.
  private func isKeptTogether(_ running: Running) -> Bool { running.call.isInner || options.share != .shared }

  /// Nothing goes to a card that was lost, suspended or closed; and after sleep nothing before somebody was
  /// told.
  private mutating func isAllowed(_ running: Running, _ connection: Int) {
    expect(machine.end == nil, "it goes on after its end")
    expect(!disposed.contains(connection), "it goes on over a connection that has ended")
    expect(!lost.contains(connection), "it goes on over a connection that is lost")
    expect(running.call.isInner || turn == running.id, "it goes on without its turn")
    switch running.call.wish {
    case .command, .transaction: expect(!owesSleep, "nobody was told of the sleep")
    case .inquiry, .control, .reset, .look, .suspension, .resumption, .closing: break
    }
    if running.call.isInner, let transaction = machine.transaction, case .begin = running.decision {
      expect(transaction.connection == running.call.number, "a transaction goes on over another connection")
    }
  }

  private mutating func answered(_ running: Running, _ failure: CardError?) {
    if turn == running.id { turn = nil }
    switch running.call.wish {
    case .command, .transaction:
      if failure?.reason.hasPrefix("the machine slept") == true || machine.end != nil { owesSleep = false }
    case .closing:
      expect(machine.end != nil, "closed, and it is not over")
      if failure == nil {
        expect(!isVerified || mayStayVerified, "closed, and the card knows the PIN")
      } else {
        mayStayVerified = true
      }
    case .suspension:
      switch machine.state {
      case .open: expect(resumed > running.id, "suspended, and it is open")
      case .suspended: expect(!isVerified || failure != nil, "suspended, and the card knows the PIN")
      case .suspending, .resuming, .ending, .over: break
      }
    case .inquiry, .control, .reset, .look, .resumption: break
    }
    // Or the connection ends with it.
    if let connection = running.begun, !disposed.contains(connection) {
      let isLeft = machine.leftover == connection && machine.end?.code != .closed
      expect(machine.end != nil && !isLeft, "what was begun is not ended")
    }
    if let end = machine.end, isVerified, change == nil, !end.hasForgottenPINs {
      expect(machine.leftover != nil || machine.undone != nil || mayStayVerified, "a PIN is left behind")
    }
  }

  /// Suspended and resumed by turns, and the end comes once and last.
  mutating func hear() {
    for event in machine.news {
      switch (told.last, event) {
      case (.ended?, _), (.suspended?, .suspended), (.resumed?, .resumed), (nil, .resumed):
        faults.append("\(event) after \(told.last.map { "\($0)" } ?? "nothing")")
      case (nil, _), (.suspended?, _), (.resumed?, _): break
      }
      told.append(event)
    }
    machine.news = []
  }
}
