// SPDX-License-Identifier: Apache-2.0
import ImprintRuntime

@testable import ImprintCard

/// A session under calls, failures and sleep that come as they like, with a card that keeps account: what the
/// machine must never decide is gathered in ``faults``.
struct MachineWorld {
  struct Running {
    let id: Int
    var call: Machine.Call
    var decision: Machine.Decision
    /// Its transactions that were begun and not ended, on that connection.
    var begun: Int?
    var hasWorked = false
    var hasBegun = false
    /// The change that it waits for.
    var change: Int?
  }

  var random: SplitMix
  /// How often each wish comes, within a transaction and of all: every world has its own habits.
  private let weights: [Int]
  private let innerChance: Int
  /// Whether a transaction's body ends after all that it has asked for.
  private let isOrderly: Bool
  var machine: Machine
  let options: CardSessionOptions
  var calls: [Running] = []
  var change: (number: Int, next: Machine.Change)?
  /// Why changes were not done, by their numbers.
  var changed: [CardError?] = []
  var turn: Int?
  var asked = 0
  /// The last call that asked for a resumption.
  var resumed = 0
  var connections = 1
  /// Those that end or have ended.
  var disposed: Set<Int> = []
  /// What is lost stays lost.
  var losses: [Int: CardError] = [:]
  /// Those on which the machine has heard what ends a session.
  var lost: Set<Int> = []
  /// The card knows a PIN of the session's, for all that is known.
  var isVerified = false
  /// A sleep that no command was refused for yet.
  var owesSleep = false
  /// Somebody has closed the session and wants the card left as it is, or has heard that it was.
  var mayStayVerified = false
  var now = ContinuousClock.now
  var told: [CardSessionEvent] = []
  var faults: [String] = []
  var log: [String] = []

  init(seed: UInt64) {
    var random = SplitMix(state: seed)
    weights = [4, 4, 2, 1, 4, 2, 2, 2, 3, 1].map { Int.random(in: 0...3, using: &random) * $0 + 1 }
    innerChance = random.pick([20, 60, 95])
    isOrderly = random.chance(70)
    options = CardSessionOptions(
      share: random.pick([.shared, .shared, .exclusive]),
      power: random.pick([.automatic, .automatic, .application]),
      reopening: random.pick([.zero, .seconds(30)]))
    machine = Machine(options)
    self.random = random
  }

  mutating func run(steps: Int) {
    var left = steps
    while faults.isEmpty, left > 0 {
      step()
      // Little happens after the end.
      left -= machine.end == nil ? 1 : 10
    }
    // All that was asked is answered in the end.
    for _ in 0..<2000 where faults.isEmpty && (!calls.isEmpty || change != nil) { advance() }
    if !calls.isEmpty { faults.append("unanswered: \(calls.map(\.decision.words))") }
    close()
  }

  mutating func step() {
    now += .seconds(Int.random(in: 0...3, using: &random))
    if calls.count < 6, random.chance(25) { ask() } else { advance() }
  }

  /// Whoever closes in the end leaves no PIN behind, or is told.
  private mutating func close() {
    guard faults.isEmpty else { return }
    ask(.closing(nil), isInner: false)
    for _ in 0..<100 where !calls.isEmpty || change != nil { advance() }
    if !calls.isEmpty { faults.append("closing is not answered") }
  }

  // MARK: What somebody asks

  private var body: Int? {
    calls.first {
      if case .work = $0.decision, case .transaction = $0.call.wish { !$0.call.isInner } else { false }
    }?.id
  }

  private mutating func ask() {
    let isInner = body != nil && random.chance(innerChance)
    let dispositions = CardDisposition.allCases
    let wishes: [Machine.Wish] = [
      .command(isSecret: false), .command(isSecret: true), .inquiry, .control,
      .transaction(ending: random.chance(60) ? .leave : random.pick(dispositions)),
      .reset(random.pick(dispositions)), .look, .suspension, .resumption,
      .closing(random.chance(70) ? nil : random.pick(dispositions)),
    ]
    let wish = random.pick(zip(wishes, weights).flatMap { Array(repeating: $0, count: $1) })
    ask(wish, isInner: isInner)
  }

  private mutating func ask(_ wish: Machine.Wish, isInner: Bool) {
    asked += 1
    if case .resumption = wish { resumed = asked }
    if case .closing(let disposition?) = wish, disposition == .leave { mayStayVerified = true }
    var call = Machine.Call(wish: wish, isInner: isInner)
    log.append("\(asked): \(wish)\(isInner ? ", inner" : "")")
    let decision = machine.handle(.asked, of: &call)
    take(decision, of: Running(id: asked, call: call, decision: decision))
  }

  // MARK: What goes on

  private mutating func advance() {
    let open = calls.indices.filter { !isBlocked(calls[$0]) }
    let choices = open.count + (change == nil || isBusy ? 0 : 1)
    guard choices > 0 else { return }
    let choice = Int.random(in: 0..<choices, using: &random)
    guard choice < open.count else { return advanceChange() }
    let running = calls.remove(at: open[choice])
    let (event, after) = outcome(of: running)
    go(after, event)
  }

  private var isBusy: Bool {
    if case .dispose(let connection, _, _)? = change?.next { isBusy(connection) } else { false }
  }

  /// Calls on a connection come one after the other: what was asked for before its end, or before a reset, is
  /// done before it.
  private func isBusy(_ connection: Int) -> Bool {
    calls.contains {
      switch ($0.decision, $0.call.wish) {
      case (.begin(connection), _), (.work(connection), .command): true
      default: false
      }
    }
  }

  private func isBlocked(_ running: Running) -> Bool {
    switch running.decision {
    case .takeTurn: !running.call.isInner && turn != nil && !mayGiveUp
    case .start, .wait: (running.change ?? 0) >= changed.count
    case .work:
      if case .transaction = running.call.wish, !running.call.isInner, isOrderly {
        calls.contains { $0.call.isInner }
      } else {
        false
      }
    case .end(let connection, let disposition): disposition != .leave && isBusy(connection)
    case .look, .begin, .see, .reconnect, .answer: false
    }
  }

  private var mayGiveUp: Bool { (asked + calls.count + changed.count) % 7 == 0 }

  private mutating func go(_ before: Running, _ event: Machine.Event) {
    var running = before
    let decision = machine.handle(event, of: &running.call)
    log.append("\(running.id): \(event) -> \(decision.words), \(machine.state.words)")
    take(decision, of: running)
  }

  private mutating func advanceChange() {
    guard let (number, next) = change else { return }
    let after: Machine.Change
    switch next {
    case .connect:
      if random.chance(60) {
        after = machine.connected(.success(connections), at: now)
        connections += 1
      } else {
        let error = CardError.test(random.pick([.cardMissing, .service, .denied, .busy]))
        if error.hasForgottenPINs { isVerified = false }
        after = machine.connected(.failure(error), at: now)
      }
    case .dispose(_, let disposition, _):
      let failure = disposition != .leave && random.chance(25) ? CardError.test(.busy) : nil
      if disposition != .leave, failure == nil { isVerified = false }
      after = machine.disposed(disposition, failure)
    case .done: return
    }
    log.append("change: \(next.words) -> \(after.words), \(machine.state.words)")
    hear()
    take(after, number)
  }

  mutating func take(_ next: Machine.Change, _ number: Int) {
    switch next {
    case .connect: expect(machine.end == nil, "it connects after its end")
    case .dispose(let connection, _, _):
      expect(disposed.insert(connection).inserted, "\(connection) ends twice")
    case .done(let failure):
      changed.append(failure)
      change = nil
      return
    }
    change = (number, next)
  }

  mutating func expect(_ holds: Bool, _ fault: String) { if !holds { faults.append(fault) } }
}
