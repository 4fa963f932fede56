// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// What becomes of a session and of each call on it: events in, decisions out. It reaches no card, reads no
/// clock and waits for nothing; ``CardSession`` carries out what it decides, and says what came of it.
///
/// A call takes one decision after the other until its answer, and those of several tasks go on side by side.
/// Who wants something of the card has the turn meanwhile, or belongs to the transaction that goes on.
struct CardSessionMachine<Connection: Sendable>: Sendable {
  enum State: Sendable {
    case open(Connection)
    /// The power is being taken off the card.
    case suspending(machineSlept: Bool)
    case suspended
    /// Another connection is being opened.
    case resuming(Resumption)
    /// It is over, and why; something is being done to the card still.
    case ending(CardError)
    case over(CardError)
  }

  enum Resumption: Sendable {
    case asked
    /// After the machine's sleep.
    case byItself
    /// A suspension waits for it, and what it opens is closed again.
    case overtaken
  }

  /// Of a connection.
  struct Number: Sendable, Equatable {
    /// Another one with each link, and where a link is lost by our own reset: transactions end with it.
    var link = 0
    /// How often the link was connected anew, over which a transaction lasts.
    var time = 0
  }

  let reader: String
  let options: CardSessionOptions
  var state: State
  /// What listeners are to be told, in order.
  var news: [CardSessionEvent] = []
  /// The outermost transaction that goes on, and the connection it was begun on. Those within it only count.
  var transaction: (number: Int, connection: Number)?
  var transactions = 0
  /// Another one with each connection, so that nothing that was begun on one goes on over another.
  var number = Number()
  /// The machine slept and nobody was told by an error yet.
  var owesSleep = false
  /// Until when a session that the machine's sleep has closed is opened again by itself, and why it could not
  /// be so far.
  var reopening: (until: ContinuousClock.Instant, failure: CardError?)?
  /// We have reset the card by the end of a transaction. The service tells that to this connection too, which
  /// is to be connected anew.
  var isResetByUs = false
  /// The card may know a PIN of this session's as verified.
  var hasVerified = false
  /// PINs that are being sent.
  var secretsOnTheWay = 0
  /// Why a connection ended without what was to be done to the card; of the last one.
  var undone: CardError?
  /// The connection of a session that is over, until closing has done with the card what is to be done.
  var leftover: Connection?

  init(reader: String, options: CardSessionOptions, _ connection: Connection) {
    self.reader = reader
    self.options = options
    state = .open(connection)
  }

  /// Why it is over.
  var end: CardError? {
    switch state {
    case .open, .suspending, .suspended, .resuming: nil
    case .ending(let error), .over(let error): error
    }
  }

  /// Whether the card may know a PIN of this session's as verified, now or soon.
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
  /// What somebody wants of the session.
  enum Wish: Sendable {
    case command(isSecret: Bool)
    /// Something of the card, the reader or the session that is no command.
    case inquiry
    /// A control code of the reader's own, by which it may have a PIN verified.
    case control
    case transaction(ending: CardDisposition)
    case reset(CardDisposition)
    /// That the clocks are looked at.
    case look
    case suspension
    case resumption
    case closing(CardDisposition?)
  }

  /// A wish, and how far it is.
  struct Call: Sendable {
    enum Stage: Sendable {
      case coming
      /// Of a transaction, or of the session.
      case ending
      /// Its transaction ends on a link that goes on without it, or is left over.
      case lettingGo
      /// It is as good as answered: the card that it has reset is connected anew.
      case afterwards
    }

    let wish: Wish
    /// Whether it belongs to the transaction that goes on.
    let isInner: Bool
    var stage = Stage.coming
    /// Of the connection it works on.
    var number = Number()
    /// What it is answered once its transaction has ended.
    var failure: CardError?
  }

  /// What came of a decision: a failure, or `nil`.
  enum Event: Sendable {
    case asked
    case turn(TurnQueue.Outcome, isCancelled: Bool)
    case looked(hasSlept: Bool, at: ContinuousClock.Instant)
    case changed(CardError?)
    /// `isLate`: there is no time to try again.
    case begun(CardError?, isLate: Bool)
    /// With what the card said to a command.
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
    /// Begin this, which goes on whatever becomes of the call, and wait for its end.
    case start(Change)
    /// Wait for the end of the change that goes on.
    case wait
    /// Begin a transaction; wait a moment where another program has one.
    case begin(Connection)
    /// Do what was asked for: send the command, run the transaction's body.
    case work(Connection)
    case end(Connection, CardDisposition)
    /// See whether the same card is there; `isAgain`: after a pause.
    case see(Connection, isAgain: Bool)
    case reconnect(Connection, after: CardDisposition)
    case answer(CardError?)
  }

  /// What is done for the session and not for one call alone. There is one at a time.
  enum Change: Sendable {
    case connect
    /// End the connection, with that done to the card.
    case dispose(Connection, CardDisposition, within: Duration)
    /// Nothing more; and why it was not done.
    case done(CardError?)
  }
}
