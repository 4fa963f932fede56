// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// The state machine of a session and its calls: events in, decisions out. Without I/O, clocks or waiting;
/// ``CardSession`` executes its decisions, and reports the results.
///
/// A call makes one decision after the other until its answer; calls of several tasks are interleaved. A call
/// that needs the card holds the turn, or belongs to the current transaction.
struct CardSessionMachine<Connection: Sendable>: Sendable {
  enum State: Sendable {
    case open(Connection)
    /// The card is being powered down.
    case suspending(machineSlept: Bool)
    case suspended
    /// Another connection is being opened.
    case resuming(Resumption)
    /// It has ended, and why; the card's disposition is in progress.
    case ending(CardError)
    case over(CardError)
  }

  enum Resumption: Sendable {
    case asked
    /// After a suspend of the machine.
    case byItself
    /// A suspension waits for it, and closes what it opens.
    case overtaken
  }

  /// Of a connection.
  struct Number: Sendable, Equatable {
    /// Changes with each link, and if a link is lost by our own reset: transactions end with it.
    var link = 0
    /// The number of reconnections of the link, over which a transaction persists.
    var time = 0
  }

  let reader: String
  let options: CardSessionOptions
  var state: State
  /// Pending events for listeners, in order.
  var news: [CardSessionEvent] = []
  /// The current outermost transaction, and its connection. Nested ones only count.
  var transaction: (number: Int, connection: Number)?
  var transactions = 0
  /// Changes with each connection, so that nothing begun on one continues on another.
  var number = Number()
  /// A suspend that no error has reported yet.
  var owesSleep = false
  /// The deadline for automatic reopening after a suspend, and the last failure.
  var reopening: (until: ContinuousClock.Instant, failure: CardError?)?
  /// We have reset the card at the end of a transaction. The service reports that to this connection too,
  /// which must reconnect.
  var isResetByUs = false
  /// A PIN of this session may be verified on the card.
  var hasVerified = false
  /// PINs that are being sent.
  var secretsOnTheWay = 0
  /// Why the last connection ended without its disposition.
  var undone: CardError?
  /// The connection of an ended session, until closing has applied the disposition.
  var leftover: Connection?

  init(reader: String, options: CardSessionOptions, _ connection: Connection) {
    self.reader = reader
    self.options = options
    state = .open(connection)
  }

  /// Why it has ended.
  var end: CardError? {
    switch state {
    case .open, .suspending, .suspended, .resuming: nil
    case .ending(let error), .over(let error): error
    }
  }

  /// Whether a PIN of this session may be verified on the card, now or soon.
  var mayBeVerified: Bool { (hasVerified || secretsOnTheWay > 0) && end?.hasForgottenPINs != true }

  mutating func finish(_ error: CardError) {
    switch state {
    case .open(let connection):
      state = .over(error)
      if error.code == .closed || mayBeVerified { leftover = connection }
    case .suspended: state = .over(error)
    case .suspending, .resuming: state = .ending(error)
    case .ending, .over: return
    }
    reopening = nil
    news.append(.ended(error))
  }
}

// MARK: Events and decisions

extension CardSessionMachine {
  /// What a call requests of the session.
  enum Wish: Sendable {
    case command(isSecret: Bool)
    /// A query of the card, the reader or the session.
    case inquiry
    /// A reader-specific control code, which may verify a PIN.
    case control
    case transaction(ending: CardDisposition)
    case reset(CardDisposition)
    /// A check of the clocks.
    case look
    case suspension
    case resumption
    case closing(CardDisposition?)
  }

  /// A wish and its progress.
  struct Call: Sendable {
    enum Stage: Sendable {
      case coming
      /// Of a transaction, or of the session.
      case ending
      /// Its transaction ends on a link that continues without it, or is left over.
      case lettingGo
      /// Its result is known: reconnecting to the card that it has reset.
      case afterwards
    }

    let wish: Wish
    /// Whether it belongs to the current transaction.
    let isInner: Bool
    var stage = Stage.coming
    /// Of the connection it works on.
    var number = Number()
    /// Its result once its transaction has ended.
    var failure: CardError?
  }

  /// The result of a decision: a failure, or `nil`.
  enum Event: Sendable {
    case asked
    case turn(TurnQueue.Outcome, isCancelled: Bool)
    case looked(hasSlept: Bool, at: ContinuousClock.Instant)
    case changed(CardError?)
    /// `isLate`: there is no time to try again.
    case begun(CardError?, isLate: Bool)
    /// With the status word of a command.
    case worked(CardError?, StatusWord?)
    case ended(CardError?)
    case seen(CardError?)
    case reconnected(Result<Connection, CardError>, isLate: Bool)
  }

  /// What a call does next.
  enum Decision: Sendable {
    /// Wait for this program's other tasks; within a transaction there is none to wait for.
    case takeTurn(isCancellable: Bool)
    /// See whether the machine has slept.
    case look
    /// Start this change, which continues regardless of the call, and wait for its end.
    case start(Change)
    /// Wait for the end of the current change.
    case wait
    /// Begin a transaction; wait a moment if another program has one.
    case begin(Connection)
    /// Do the work: send the command, run the transaction's body.
    case work(Connection)
    case end(Connection, CardDisposition)
    /// Check that the same card is present; `isAgain`: after a pause.
    case see(Connection, isAgain: Bool)
    case reconnect(Connection, after: CardDisposition)
    case answer(CardError?)
  }

  /// Changes of the session as a whole. One at a time.
  enum Change: Sendable {
    case connect
    /// End the connection, with a disposition of the card.
    case dispose(Connection, CardDisposition, within: Duration)
    /// Nothing more; and why it was not done.
    case done(CardError?)
  }
}
