// SPDX-License-Identifier: Apache-2.0
import ImprintRuntime
import Testing

@testable import ImprintCard

/// One call, from what was asked to its answer.
private struct Way: Sendable, CustomTestStringConvertible {
  let situation: String
  let options: CardSessionOptions
  let wish: Machine.Wish
  let isInner: Bool
  let events: [Machine.Event]
  let decided: [String]
  let state: String

  var testDescription: String { situation }

  init(
    _ situation: String, _ wish: Machine.Wish, with options: CardSessionOptions = CardSessionOptions(),
    isInner: Bool = false, _ events: [Machine.Event], _ decided: [String], _ state: String = "open 0"
  ) {
    (self.situation, self.options, self.wish, self.isInner) = (situation, options, wish, isInner)
    (self.events, self.decided, self.state) = (events, decided, state)
  }
}

private let alone = CardSessionOptions(share: .exclusive)
private let unwatched = CardSessionOptions(power: .application)
private let now = ContinuousClock.now
private let command = Machine.Wish.command(isSecret: false)
private let mine = Machine.Event.turn(.mine, isCancelled: false)
private let awake = Machine.Event.looked(hasSlept: false, at: now)
private let begun = Machine.Event.begun(nil, isLate: false)
private let done = Machine.Event.worked(nil, .done)

private func failed(_ code: CardError.Code) -> CardError { .test(code) }

private let ways = [
  Way(
    "a command on a shared card is a transaction of its own", command,
    [mine, awake, begun, done, .ended(nil)],
    ["turn", "look", "begin 0", "work 0", "end 0 leave", "answer"]),
  Way(
    "a command on a card of its own is sent at once", command, with: alone, [mine, awake, done],
    ["turn", "look", "work 0", "answer"]),
  Way(
    "nobody looks for sleep where the application does", command, with: unwatched, [mine],
    ["turn", "begin 0"]),
  Way(
    "a command within a transaction begins none", command, isInner: true, [mine, awake, done],
    ["turn", "look", "work 0", "answer"]),
  Way(
    "an inquiry begins no transaction", .inquiry, [mine, awake, .worked(nil, nil)],
    ["turn", "look", "work 0", "answer"]),
  Way(
    "a control code of the reader begins no transaction", .control, [mine, awake, .worked(nil, nil)],
    ["turn", "look", "work 0", "answer"]),
  Way(
    "whose turn does not come is told that the card is busy", command, [.turn(.late, isCancelled: false)],
    ["turn", "answer reader-busy"]),
  Way(
    "who is cancelled while waiting is told so", command, [.turn(.cancelled, isCancelled: true)],
    ["turn", "answer cancelled"]),
  Way(
    "a command that is cancelled by its turn is not sent", command, [.turn(.mine, isCancelled: true)],
    ["turn", "answer cancelled"]),
  Way(
    "a cancelled task may ask for the status", .inquiry, [.turn(.mine, isCancelled: true), awake],
    ["turn", "look", "work 0"]),
  Way(
    "anothers transaction is waited for while there is time", command,
    [mine, awake, .begun(failed(.timeout), isLate: false), .begun(failed(.timeout), isLate: true)],
    ["turn", "look", "begin 0", "begin 0", "answer reader-busy"]),
  Way(
    "a card that was reset ends the session before anything is sent", command,
    [mine, awake, .begun(failed(.cardWasReset), isLate: false)],
    ["turn", "look", "begin 0", "answer card-was-reset"], "over card-was-reset"),
  Way(
    "a command that is lost with its card is not sent again", command,
    [mine, awake, begun, .worked(failed(.cardMissing), nil)],
    ["turn", "look", "begin 0", "work 0", "answer card-missing"], "over card-missing"),
  Way(
    "a command that fails has its transaction ended", command,
    [mine, awake, begun, .worked(failed(.readerFailed), nil), .ended(nil)],
    ["turn", "look", "begin 0", "work 0", "end 0 leave", "answer reader-failed"]),
  Way(
    "an answer is given though its transaction does not end", command,
    [mine, awake, begun, done, .ended(failed(.service))],
    ["turn", "look", "begin 0", "work 0", "end 0 leave", "answer"], "over service"),
  Way(
    "a transaction whose end fails says so", .transaction(ending: .leave),
    [mine, awake, begun, .worked(nil, nil), .ended(failed(.readerFailed))],
    ["turn", "look", "begin 0", "work 0", "end 0 leave", "answer reader-failed"]),
  Way(
    "a card that a transaction has reset is connected anew at once", .transaction(ending: .reset),
    [
      mine, awake, begun, .worked(nil, nil), .ended(nil), .seen(failed(.cardWasReset)),
      .reconnected(.success(1), isLate: true),
    ],
    ["turn", "look", "begin 0", "work 0", "end 0 reset", "see 0", "reconnect 0 leave", "answer"], "open 1"),
  Way(
    "a card that was changed after our own reset is not connected", .transaction(ending: .reset),
    [mine, awake, begun, .worked(nil, nil), .ended(nil), .seen(failed(.cardMissing))],
    ["turn", "look", "begin 0", "work 0", "end 0 reset", "see 0", "answer"], "over card-missing"),
  Way(
    "an inner transaction resets nothing", .transaction(ending: .reset), isInner: true, [],
    ["answer command"]),
  Way(
    "a reset connects anew", .reset(.unpower), [mine, awake, .reconnected(.success(1), isLate: false)],
    ["turn", "look", "reconnect 0 unpower", "answer"], "open 1"),
  Way(
    "a reset that another has the card for is busy", .reset(.reset),
    [mine, awake, .reconnected(.failure(failed(.busy)), isLate: false)],
    ["turn", "look", "reconnect 0 reset", "answer reader-busy"]),
  Way("a reset that leaves the card is none", .reset(.leave), [], ["answer command"]),
  Way("a reset within a transaction is none", .reset(.reset), isInner: true, [], ["answer command"]),
  Way(
    "sleep closes the connection before a command is sent", command,
    [mine, .looked(hasSlept: true, at: now)], ["turn", "look", "start unpower 0"], "suspending"),
  Way("a suspension takes the power off", .suspension, [], ["start unpower 0"], "suspending"),
  Way("what is open is not resumed", .resumption, [], ["answer"]),
  Way(
    "who closes waits for the turn and closes without it too", .closing(nil),
    [.turn(.late, isCancelled: false)], ["turn", "start leave 0"], "ending closed"),
]

/// What the state machine decides, with nobody who carries it out.
@Suite struct CardSessionMachineTests {
  @Test(arguments: ways) private func aCallGoesItsWay(_ way: Way) {
    var machine = Machine(way.options)
    var call = Machine.Call(wish: way.wish, isInner: way.isInner)
    let decided = ([.asked] + way.events).map { machine.handle($0, of: &call).words }
    #expect(decided == way.decided)
    #expect(machine.state.words == way.state)
  }

  /// A session, and calls on it that go on side by side.
  private var machine = Machine()

  /// - Returns: the call, and its last decision.
  private mutating func go(
    _ wish: Machine.Wish, isInner: Bool = false, _ events: Machine.Event...
  ) -> (call: Machine.Call, decided: String) {
    var call = Machine.Call(wish: wish, isInner: isInner)
    var decided = machine.handle(.asked, of: &call)
    for event in events { decided = machine.handle(event, of: &call) }
    return (call, decided.words)
  }

  private mutating func go(_ call: inout Machine.Call, _ events: Machine.Event...) -> [String] {
    events.map { machine.handle($0, of: &call).words }
  }

  private mutating func answer(to wish: Machine.Wish) -> String { go(wish, mine, awake).decided }

  @Test mutating func aCommandThatASuspensionMeetsIsAnsweredAndEndsNothing() {
    var (call, decided) = go(command, mine, awake, begun)
    #expect(decided == "work 0")
    #expect(go(.suspension).decided == "start unpower 0")
    #expect(go(&call, done) == ["answer"])
  }

  @Test mutating func aTransactionThatIsBegunDuringASuspensionDoesNotRun() {
    var (call, decided) = go(.transaction(ending: .leave), mine, awake)
    #expect(decided == "begin 0")
    #expect(go(.suspension).decided == "start unpower 0")
    #expect(go(&call, begun) == ["answer suspended"])
  }

  @Test mutating func aTransactionDoesNotGoOnOverTheNextConnection() {
    var (transaction, decided) = go(.transaction(ending: .reset), mine, awake, begun)
    #expect(decided == "work 0")
    #expect(go(.suspension).decided == "start unpower 0")
    #expect(machine.disposed(.unpower, nil).words == "done")
    #expect(go(.resumption).decided == "start connect")
    #expect(machine.connected(.success(1), at: now).words == "done")
    #expect(go(command, isInner: true, mine, awake).decided == "answer suspended")
    #expect(go(command, isInner: false, mine, awake).decided == "begin 1")
    #expect(go(&transaction, .worked(nil, nil)) == ["answer"])
  }

  @Test mutating func oneCommandIsToldOfSleepAndTheNextGoesOn() {
    var (call, decided) = go(command, mine, .looked(hasSlept: true, at: now))
    #expect(decided == "start unpower 0")
    #expect(machine.disposed(.unpower, nil).words == "connect")
    #expect(go(command, mine).decided == "answer suspended")
    #expect(machine.connected(.success(1), at: now).words == "done")
    #expect(go(&call, .changed(nil)) == ["begin 1"])
    #expect(machine.news.map(\.words) == ["slept", "resumed"])
  }

  @Test mutating func aStatusDoesNotTakeTheWordOfSleepFromACommand() {
    var (call, _) = go(.inquiry, mine, .looked(hasSlept: true, at: now))
    _ = (machine.disposed(.unpower, nil), machine.connected(.success(1), at: now))
    #expect(go(&call, .changed(nil)) == ["work 1"])
    #expect([answer(to: command), answer(to: command)] == ["answer suspended", "begin 1"])
  }

  @Test(arguments: [
    (CardError.Code.cardMissing, 29, "suspended"), (.cardMissing, 30, "over card-missing"),
    (.denied, 0, "over reader-denied"),
  ])
  mutating func aCardThatIsGoneAfterSleepIsWaitedForAsLongAsWasSaid(
    code: CardError.Code, seconds: Int, state: String
  ) {
    _ = go(.look, .looked(hasSlept: true, at: now))
    #expect(machine.disposed(.unpower, nil).words == "connect")
    let later = now + .seconds(seconds)
    #expect(machine.connected(.failure(failed(code)), at: later).words == "done \(code.rawValue)")
    #expect(machine.state.words == state)
    #expect(go(.inquiry, mine).decided == (machine.end == nil ? "start connect" : "answer \(code.rawValue)"))
  }

  @Test mutating func aSuspensionThatTheApplicationAsksForIsNotTakenBackByTheSessionItself() {
    _ = go(.look, .looked(hasSlept: true, at: now))
    #expect(go(.suspension).decided == "wait")
    #expect(machine.disposed(.unpower, nil).words == "done")
    #expect(go(.inquiry, mine).decided == "answer suspended")
  }

  @Test mutating func aSuspensionThatMeetsAResumptionLeavesTheCardWithoutPower() {
    _ = (go(.suspension), machine.disposed(.unpower, nil))
    var (resumption, _) = go(.resumption)
    var (suspension, decided) = go(.suspension)
    #expect(decided == "wait")
    #expect(machine.connected(.success(1), at: now).words == "unpower 1")
    let change = machine.disposed(.unpower, failed(.busy))
    #expect(change.words == "done suspended")
    #expect(go(&suspension, .changed(failed(.suspended))) == ["answer reader-busy"])
    #expect(go(&resumption, .changed(failed(.suspended))) == ["answer suspended"])
    #expect(machine.state.words == "suspended")
  }

  @Test mutating func aSessionThatIsClosedDuringItsResumptionKeepsNoConnection() {
    _ = (go(.suspension), machine.disposed(.unpower, nil))
    var (resumption, _) = go(.resumption)
    var (closing, decided) = go(.closing(nil))
    #expect(decided == "wait")
    #expect(machine.connected(.success(1), at: now).words == "leave 1")
    #expect(machine.disposed(.leave, nil).words == "done")
    #expect(go(&resumption, .changed(nil)) == ["answer closed"])
    #expect(go(&closing, .changed(nil), .turn(.mine, isCancelled: false)) == ["turn", "answer"])
  }

  @Test(arguments: [
    (StatusWord.done, "reset 0"), (StatusWord(0x63, 0xC2), "leave 0"), (.authenticationBlocked, "leave 0"),
    (StatusWord(0x62, 0x00), "reset 0"),
  ])
  mutating func closingResetsACardThatMayKnowAPIN(status: StatusWord, wanted: String) {
    _ = go(.command(isSecret: true), mine, awake, begun, .worked(nil, status), .ended(nil))
    #expect(go(.closing(nil), mine).decided == "start \(wanted)")
  }

  @Test(arguments: [(CardError.Code.readerFailed, "reset 0"), (.busy, "leave 0")])
  mutating func aPINWhoseAnswerIsLostCountsUnlessItWasNotSent(code: CardError.Code, wanted: String) {
    _ = go(.command(isSecret: true), mine, awake, begun, .worked(failed(code), nil), .ended(nil))
    #expect(go(.closing(nil), mine).decided == "start \(wanted)")
  }

  @Test mutating func aCloseThatCouldNotResetTheCardSaysSoAndSoDoesTheNext() {
    _ = go(.command(isSecret: true), mine, awake, begun, done, .ended(nil))
    var (closing, _) = go(.closing(nil), mine)
    #expect(machine.disposed(.reset, failed(.busy)).words == "done reader-busy")
    #expect(go(&closing, .changed(failed(.busy))) == ["answer reader-busy"])
    #expect(go(.closing(nil), mine).decided == "answer reader-busy")
  }

  @Test mutating func aTransactionThatTheEndOfTheSessionMeetsIsNotKeptFromOthers() {
    _ = go(.command(isSecret: true), mine, awake, begun, done, .ended(nil))
    var (transaction, _) = go(.transaction(ending: .leave), mine, awake, begun)
    var (inner, decided) = go(.transaction(ending: .leave), isInner: true, mine, awake)
    #expect(decided == "begin 0")
    #expect(go(command, isInner: true, mine, awake, .worked(failed(.plugin), nil)).decided == "answer plugin")
    // The inner one was begun meanwhile.
    #expect(go(&inner, begun, .ended(nil)) == ["end 0 leave", "answer plugin"])
    #expect(go(&transaction, .worked(nil, nil), .ended(nil)) == ["end 0 leave", "answer"])
    #expect(go(.closing(nil), mine).decided == "start reset 0")
  }

  @Test mutating func anInnerTransactionThatOutlivesItsOwnAndAResetIsNotKeptFromOthers() {
    var (transaction, _) = go(.transaction(ending: .leave), mine, awake, begun)
    var (running, _) = go(.transaction(ending: .leave), isInner: true, mine, awake, begun)
    var (coming, _) = go(.transaction(ending: .leave), isInner: true, mine, awake)
    #expect(go(&transaction, .worked(nil, nil), .ended(nil)) == ["end 0 leave", "answer"])
    _ = go(.reset(.reset), mine, awake, .reconnected(.success(1), isLate: false))
    #expect(go(&running, .worked(nil, nil), .ended(nil)) == ["end 1 leave", "answer"])
    #expect(go(&coming, begun, .ended(failed(.plugin))) == ["end 1 leave", "answer suspended"])
    #expect(machine.state.words == "over plugin")
  }

  @Test mutating func whatIsHeardOfOurOwnResetDoesNotEndTheSession() {
    let reset = Machine.Event.seen(failed(.cardWasReset))
    var (transaction, _) = go(.transaction(ending: .reset), mine, awake, begun)
    var (inner, _) = go(.transaction(ending: .leave), isInner: true, mine, awake, begun)
    var (command, _) = go(command, isInner: true, mine, awake)
    #expect(go(&transaction, .worked(nil, nil), .ended(nil)) == ["end 0 reset", "see 0"])
    #expect(go(&command, .worked(failed(.cardWasReset), nil)) == ["answer suspended"])
    #expect(
      go(&transaction, reset, .reconnected(.success(1), isLate: true)) == ["reconnect 0 leave", "answer"])
    // It was lost with the card: an end would be that of the next.
    #expect(go(&inner, .worked(nil, nil)) == ["answer"])
    #expect(answer(to: .inquiry) == "work 1")
  }

  @Test mutating func anInnerCommandIsNotTakenForOneOfTheNextTransaction() {
    var (transaction, _) = go(.transaction(ending: .leave), mine, awake, begun)
    var (inner, decided) = go(command, isInner: true, mine, .looked(hasSlept: true, at: now))
    #expect(decided == "start unpower 0")
    #expect(go(&transaction, .worked(nil, nil)) == ["answer"])
    #expect(machine.disposed(.unpower, nil).words == "connect")
    #expect(machine.connected(.success(1), at: now).words == "done")
    #expect(answer(to: command) == "answer suspended")
    #expect(go(.transaction(ending: .leave), mine, awake, begun).decided == "work 1")
    #expect(go(&inner, .changed(nil)) == ["answer suspended"])
  }

  @Test mutating func aPINWhoseAnswerComesAfterTheCardIsGoneIsNoneThatStays() {
    _ = go(.command(isSecret: true), mine, awake, begun, done, .ended(nil))
    _ = (go(.suspension), machine.disposed(.unpower, failed(.busy)))
    _ = (go(.resumption), machine.connected(.success(1), at: now))
    _ = go(.transaction(ending: .leave), mine, awake, begun)
    var (verifying, decided) = go(.command(isSecret: true), isInner: true, mine, awake)
    #expect(decided == "work 1")
    _ = go(.inquiry, isInner: true, mine, awake, .worked(failed(.cardMissing), nil))
    #expect(go(&verifying, done) == ["answer"])
    #expect(go(.closing(nil), mine).decided == "answer")
  }

  @Test mutating func aPINThatWasTypedAtTheReaderIsForgottenAtTheEnd() {
    _ = go(.control, mine, awake, .worked(nil, nil))
    #expect(go(.closing(nil), mine).decided == "start reset 0")
  }

  @Test mutating func afterTheEndACommandIsNeitherBegunNorSent() {
    _ = go(.closing(nil), mine)
    #expect(machine.disposed(.leave, nil).words == "done")
    #expect([answer(to: command), answer(to: .inquiry)] == ["answer closed", "answer closed"])
    #expect(go(.suspension).decided == "answer")
    #expect(go(.resumption).decided == "answer closed")
    #expect(machine.news.map(\.words) == ["ended closed"])
  }

  @Test mutating func afterOurOwnResetTheNextCallWaitsForAnothersTransaction() {
    let busy = Machine.Event.reconnected(.failure(failed(.busy)), isLate: false)
    let late = Machine.Event.reconnected(.failure(failed(.busy)), isLate: true)
    let ended = go(
      .transaction(ending: .reset), mine, awake, begun, .worked(nil, nil), .ended(nil), .seen(nil), busy)
    #expect(ended.decided == "answer")
    var (call, decided) = go(command, mine, awake)
    #expect(decided == "see 0")
    #expect(
      go(&call, .seen(nil), busy, .seen(nil), late)
        == ["reconnect 0 leave", "see 0 again", "reconnect 0 leave", "answer reader-busy"])
    var (next, _) = go(command, mine, awake)
    #expect(
      go(&next, .seen(nil), .reconnected(.success(1), isLate: false)) == ["reconnect 0 leave", "begin 1"])
  }
}
